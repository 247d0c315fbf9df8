import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { startWorld } from "../support/world";

/** What one request of a screen costs the server's process, in ms of processor time: the median of its slices. */
export type Cost = { what: string; ms: number };

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;
const WARM_UP = 300;
const SLICES = 12;
/** How long a slice is, in requests: many times what the clock of ticks can tell apart. */
const PER_SLICE = 40;

/**
 * The screens, in slices in random order over one warm server. Processor time rather than the clock: what other
 * programs on the machine take meanwhile doesn't count in it.
 * @param build the server's file of another build
 */
export async function processorTimes(build?: string): Promise<Cost[]> {
  const screens = await costsOf(build, {}, (record) => ({
    "list, 50 rows": "/sellers?size=50",
    "list, .data": "/sellers.data?size=50",
    record,
    form: `${record}/edit`,
    dashboard: "/",
    history: "/history",
    "session check": "/auth/session",
  }));
  const bare = { sellers: { count: 20_000, mode: "list" as const } };
  const lists = await costsOf(build, bare, () => ({
    "list of 20,000 that come all at once": "/sellers?size=50",
    "the same, its second page": "/sellers?size=50&page=2",
  }));
  return [...screens, ...lists];
}

async function costsOf(
  build: string | undefined,
  sandbox: NonNullable<Parameters<typeof startWorld>[0]>["sandbox"],
  screensOf: (record: string) => Record<string, string>,
): Promise<Cost[]> {
  const world = await startWorld({
    sandbox,
    env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600", SESSION_IDLE_MINUTES: "60" },
  });
  if (build) await world.restart("SIGTERM", build);
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
    const cookie = browser.cookies.header(new URL(world.appUrl));
    const record = /href="(\/sellers\/[0-9a-f-]{36})/.exec((await browser.get("/sellers")).text)?.[1];
    if (!record) throw new Error("The list shows no seller");
    const screens = screensOf(record);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const slice = async (path: string, requests: number) => {
      const before = processorMs(world.app.pid);
      for (let sent = 0; sent < requests; sent += 4) {
        await Promise.all(Array.from({ length: 4 }, () => get(`${world.appUrl}${path}`, cookie, agent)));
      }
      return (processorMs(world.app.pid) - before) / requests;
    };
    const names = Object.keys(screens);
    for (const name of names) await slice(screens[name] ?? "/", WARM_UP);
    const measured = new Map<string, number[]>(names.map((name) => [name, []]));
    const order = names.flatMap((name) => Array<string>(SLICES).fill(name)).sort(() => Math.random() - 0.5);
    for (const name of order) measured.get(name)?.push(await slice(screens[name] ?? "/", PER_SLICE));
    agent.destroy();
    return names.map((what) => ({ what, ms: median(measured.get(what) ?? []) }));
  } finally {
    await world.close();
  }
}

function get(url: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie, accept: "text/html" } }, (response) => {
      response.resume();
      response.once("error", reject).once("end", () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end();
  });
}

/** What a process has taken of the processor so far, of all its threads (proc(5), `utime` and `stime`). */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
