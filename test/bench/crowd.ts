import { startWorld } from "../support/world";
import { get, median } from "./load";

type Row = { beside: string; "another's list, median": string; slowest: string };

const LISTS = 30;
const LIST = "/sellers?size=50";

type Options = {
  /** The server's file of another build, which is measured instead. */
  build?: string;
  /** A PostgreSQL database, which two servers need. */
  databaseUrl?: string;
  /** Of the crowds, those whose name holds this. */
  only?: string;
};

/** Measures how long a person's list takes, alone and beside a crowd that never stops requesting. */
export async function besideACrowd({ build, databaseUrl, only = "" }: Options): Promise<Row[]> {
  const world = await startWorld({ databaseUrl, env: { LOG_LEVEL: "error", PROFILE_TTL_SECONDS: "3600" } });
  const replica = build ? await world.replica(build) : undefined;
  const url = replica?.url ?? world.appUrl;
  try {
    const cookieOf = async (person: "franchisee" | "listed") => {
      const browser = world.browser();
      await browser.signIn(world.sandbox.accounts[person], "/sellers");
      return browser.cookieHeader;
    };
    const [greedy, other] = [await cookieOf("franchisee"), await cookieOf("listed")];
    for (let n = 0; n < 60; n += 1) await get(url + LIST, other);
    const crowds: [beside: string, count: number, ask: () => Promise<unknown>][] = [
      ["nobody", 0, async () => undefined],
      ["400 lists of one person", 400, () => ask(url + LIST, greedy)],
      ["400 lists' data of one person", 400, () => ask(`${url}/sellers.data?size=50`, greedy)],
      ["60 sign-ins that a stranger begins", 60, () => ask(`${url}/auth/login`)],
      ["200 error pages of a stranger", 200, () => ask(`${url}/error/404`)],
    ];
    const rows: Row[] = [];
    for (const crowd of crowds.filter(([name]) => name.includes(only))) {
      rows.push(await beside(crowd, () => get(url + LIST, other)));
      console.error(JSON.stringify(rows.at(-1)));
    }
    return rows;
  } finally {
    await replica?.stop("SIGKILL");
    await world.close();
  }
}

/** A request of the crowd, which the server may also refuse (503) to leave room for others. */
async function ask(url: string, cookie = ""): Promise<void> {
  await (await fetch(url, { headers: { cookie }, redirect: "manual" })).arrayBuffer();
}

async function beside(
  [name, count, asking]: [string, number, () => Promise<unknown>],
  list: () => Promise<void>,
): Promise<Row> {
  let isOver = false;
  const crowd = Array.from({ length: count }, async () => {
    while (!isOver) await asking();
  });
  const times: number[] = [];
  for (let n = 0; n < LISTS; n += 1) {
    const begun = performance.now();
    await list();
    times.push(performance.now() - begun);
  }
  isOver = true;
  await Promise.allSettled(crowd);
  return {
    beside: name,
    "another's list, median": `${median(times).toFixed(0)} ms`,
    slowest: `${Math.max(...times).toFixed(0)} ms`,
  };
}
