import { startWorld } from "../support/world";
import { residentMB } from "./load";
import { manySellers } from "./many-sellers";

const WARM_UP_ROWS = 200_000;

export type ExportMemory = { rows: number; aboveIdleMB: number; seconds: number };

/** The most memory that a server takes above idle while it exports this many sellers as CSV. */
export async function exportMemory(total: number): Promise<ExportMemory> {
  const backend = await manySellers();
  const world = await startWorld({
    env: { LOG_LEVEL: "warn", SELLERS_API_URL: backend.url, SESSION_IDLE_MINUTES: "60" },
  });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
    const headers = { cookie: browser.cookieHeader };
    // A first export warms up: V8 gives its young objects more room under any load, which would
    // otherwise count as the rows' memory.
    backend.hold(WARM_UP_ROWS, "paged");
    await drained(await fetch(`${world.appUrl}/sellers/export.csv`, { headers }));
    backend.hold(total, "paged");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const idle = residentMB(world.app.pid);
    let most = idle;
    const watch = setInterval(() => {
      most = Math.max(most, residentMB(world.app.pid));
    }, 50);
    const began = performance.now();
    const rows = await drained(await fetch(`${world.appUrl}/sellers/export.csv`, { headers }));
    clearInterval(watch);
    if (rows !== total + 1) throw new Error(`The export has ${rows} lines instead of ${total + 1}`);
    return { rows: total, aboveIdleMB: most - idle, seconds: (performance.now() - began) / 1000 };
  } finally {
    await world.close();
    backend.close();
  }
}

/** Reads an answer to its end. Resolves with the number of lines. */
async function drained(response: Response): Promise<number> {
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
  let lines = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1;
  return lines;
}
