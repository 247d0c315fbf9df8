import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { startWorld } from "../support/world";

/** What one request of a screen costs the server's main thread, in ms of processor time: the median of its slices. `otherMs`: another build's. */
export type Cost = { what: string; ms: number; otherMs?: number };

/** Requests until what runs often is compiled; before that two builds look alike. */
const WARM_UP = 800;
const PER_SLICE = 24;

type Measured = {
  /** The server's file of another build, whose slices come in between. */
  build?: string;
  /** Of the screens, those whose name holds this. */
  only?: string;
  slices?: number;
};

/**
 * The screens, in slices in random order over warm servers. Processor time rather than the clock: what other
 * programs on the machine take meanwhile doesn't count in it.
 */
export async function processorTimes(options: Measured): Promise<Cost[]> {
  const screens = await costsOf(options, {}, (record) => ({
    "list, 50 rows": "/sellers?size=50",
    "list, .data": "/sellers.data?size=50",
    record,
    form: `${record}/edit`,
    dashboard: "/",
    history: "/history",
    "session check": "/auth/session",
  }));
  const bare = { sellers: { count: 20_000, mode: "list" as const } };
  const lists = await costsOf(options, bare, () => ({
    "list of 20,000 that come all at once": "/sellers?size=50",
    "the same, its second page": "/sellers?size=50&page=2",
  }));
  return [...screens, ...lists];
}

/** The list page of a backend that pages and holds so many sellers. */
export async function listCostOf(count: number, slices: number): Promise<number> {
  const [cost] = await costsOf({ slices }, { sellers: { count } }, () => ({ list: "/sellers?size=50" }));
  return cost?.ms ?? Number.NaN;
}

async function costsOf(
  { build, only = "", slices = 12 }: Measured,
  sandbox: NonNullable<Parameters<typeof startWorld>[0]>["sandbox"],
  screensOf: (record: string) => Record<string, string>,
): Promise<Cost[]> {
  const screens = Object.entries(screensOf(":record")).filter(([what]) => what.includes(only));
  if (screens.length === 0) return [];
  const world = await startWorld({
    sandbox,
    env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600", SESSION_IDLE_MINUTES: "60" },
  });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
    const cookie = browser.cookies.header(new URL(world.appUrl));
    const record = /href="(\/sellers\/[0-9a-f-]{36})/.exec((await browser.get("/sellers")).text)?.[1];
    if (!record) throw new Error("The list shows no seller");
    const apps = build ? [world.app, await world.replica(build)] : [world.app];
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const series = screens.flatMap(([what, path]) =>
      apps.map(({ url, pid }) => ({ what, url: url + path.replace(":record", record), pid, ms: [] as number[] })),
    );
    const slice = async ({ url, pid }: (typeof series)[number], requests: number) => {
      const before = processorMs(pid);
      for (let sent = 0; sent < requests; sent += 4) {
        await Promise.all(Array.from({ length: 4 }, () => get(url, cookie, agent)));
      }
      return (processorMs(pid) - before) / requests;
    };
    for (const each of series) await slice(each, WARM_UP);
    const order = series.flatMap((each) => Array<typeof each>(slices).fill(each)).sort(() => Math.random() - 0.5);
    for (const each of order) each.ms.push(await slice(each, PER_SLICE));
    agent.destroy();
    return screens.map(([what]) => {
      const [here, there] = series.filter((each) => each.what === what);
      return { what, ms: median(here?.ms ?? []), ...(there && { otherMs: median(there.ms) }) };
    });
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

/** What a process's main thread has taken of the processor so far (proc_pid_schedstat(5)). */
function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
