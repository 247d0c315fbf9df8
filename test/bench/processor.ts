import { readFileSync } from "node:fs";
import { startWorld } from "../support/world";
import { get, median } from "./load";
import { manySellers, type SellersMode } from "./many-sellers";

/** The processor time of one request of a screen, in ms: the median of its slices. */
type Cost = { what: string; ms: string; "ms of the other build"?: string };

type Options = {
  /** The server's file of another build, which is measured in turn with this one. */
  build?: string;
  /** A PostgreSQL database, which two builds need. */
  databaseUrl?: string;
  /** Measures only the screen of this name, or those whose name holds it. */
  only?: string;
};

/** A screen's path; with `sellers`, on a backend that holds so many instead of the sandbox's. */
type Screen = { path: string; sellers?: { count: number; mode: SellersMode } };
type Screens = Record<string, Screen>;

/** Requests of all screens, and of each, that aren't measured: V8 compiles what runs often. */
const WARM_UP = 1_000;
const OWN_WARM_UP = 200;
/** The number of slices of each screen, and of requests in a slice. */
const SLICES = 12;
const PER_SLICE = 24;
const LIST = "/sellers?size=50";
/** Stands in a path for the id of the first seller. */
const SELLER = ":seller";

const SCREENS: Screens = {
  list: { path: LIST },
  "list, .data": { path: "/sellers.data?size=50" },
  seller: { path: SELLER },
  form: { path: `${SELLER}/edit` },
  dashboard: { path: "/" },
  history: { path: "/history" },
  "session check": { path: "/auth/session" },
};

const many = (count: number, mode: SellersMode): Screen => ({ path: LIST, sellers: { count, mode } });

const LISTS: Screens = { "long list: 20,000 at once": many(20_000, "list") };

const GROWTH: Screens = Object.fromEntries(
  [100, 1_000, 10_000, 100_000, 1_000_000].map((count) => [
    `list page of ${count.toLocaleString("en-US")}`,
    many(count, "paged"),
  ]),
);

/**
 * Measures the screens in slices, in random order. Processor time is compared instead of the clock's,
 * because other programs of the machine don't count in it.
 */
export async function processorTimes({ only = "", ...options }: Options): Promise<Cost[]> {
  const names = [...Object.keys(SCREENS), ...Object.keys(LISTS)];
  const isMeant = (name: string) => (names.includes(only) ? name === only : name.includes(only));
  const meant = (screens: Screens) => Object.fromEntries(Object.entries(screens).filter(([name]) => isMeant(name)));
  return [...(await costsOf(meant(SCREENS), options)), ...(await costsOf(meant(LISTS), options))];
}

/** The list page of a backend that pages, as it holds more and more sellers. */
export function growth(options: Options): Promise<Cost[]> {
  return costsOf(GROWTH, options);
}

async function costsOf(screens: Screens, { build, databaseUrl }: Options): Promise<Cost[]> {
  const all = Object.entries(screens);
  if (all.length === 0) return [];
  const backend = all.some(([, { sellers }]) => sellers) ? await manySellers() : undefined;
  backend?.hold(100, "paged");
  const world = await startWorld({
    databaseUrl,
    env: {
      LOG_LEVEL: "warn",
      PROFILE_TTL_SECONDS: "3600",
      SESSION_IDLE_MINUTES: "60",
      ...(backend && { SELLERS_API_URL: backend.url }),
    },
  });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
    const cookie = browser.cookieHeader;
    const seller = /href="(\/sellers\/[0-9a-f-]{36})/.exec((await browser.get("/sellers")).text)?.[1];
    if (!seller) throw new Error("The list shows no seller");
    const apps = build ? [world.app, await world.replica(build)] : [world.app];
    const series = all.flatMap(([what, { path, sellers }]) =>
      apps.map(({ url, pid }) => ({ what, sellers, url: url + path.replace(SELLER, seller), pid, ms: [] as number[] })),
    );
    type Series = Pick<(typeof series)[number], "url" | "pid" | "sellers">;
    const slice = async ({ url, pid, sellers }: Series, requests: number) => {
      if (sellers) backend?.hold(sellers.count, sellers.mode);
      const before = processorMs(pid);
      for (let sent = 0; sent < requests; sent += 4) {
        await Promise.all(Array.from({ length: 4 }, () => get(url, cookie)));
      }
      return (processorMs(pid) - before) / requests;
    };
    if (backend) {
      // All screens warm up by a short list, which is quickly made.
      const short = { count: 100, mode: "paged" as const };
      for (const { url, pid } of apps) await slice({ url: url + LIST, pid, sellers: short }, WARM_UP);
      for (const each of series) await slice(each, PER_SLICE);
    } else {
      for (const each of series) await slice(each, Math.max(OWN_WARM_UP, WARM_UP / all.length));
    }
    const order = series.flatMap((each) => Array<typeof each>(SLICES).fill(each)).sort(() => Math.random() - 0.5);
    for (const each of order) each.ms.push(await slice(each, PER_SLICE));
    return all.map(([what]) => {
      const [here, there] = series.filter((each) => each.what === what);
      const ms = median(here?.ms ?? []).toFixed(1);
      return { what, ms, ...(there && { "ms of the other build": median(there.ms).toFixed(1) }) };
    });
  } finally {
    await world.close();
    backend?.close();
  }
}

/** What a process's main thread has taken of the processor so far (proc_pid_schedstat(5)). */
function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
