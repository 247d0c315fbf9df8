import { randomUUID } from "node:crypto";
import type { HistoryEntry } from "~/domain/history-entry";
import { storeChanges } from "../support/many-changes";
import { startWorld } from "../support/world";
import { get, median } from "./load";

/** How long each request takes, in ms, with a database that holds so many rows. */
type Row = { holds: string } & Record<string, string>;

const PATHS: Record<string, string> = {
  list: "/sellers?size=50",
  dashboard: "/",
  history: "/history",
};
const WARM_UP = 60;
const REQUESTS = 24;
const SELLERS = 10_000;
const SESSIONS = 10_000;
const CHANGES = [100, 50_000, 500_000];
const STEP = 500;
const SPREAD_MS = 360 * 86_400_000;

/** A database that grows: other people's sessions, then changes of a year. */
export async function databaseGrowth(databaseUrl?: string): Promise<Row[]> {
  const env = { LOG_LEVEL: "error", PROFILE_TTL_SECONDS: "3600" };
  const world = await startWorld({ sandbox: { sellers: { count: SELLERS } }, databaseUrl, env });
  // The app's modules write into the same database by the server's own configuration.
  Object.assign(process.env, world.env, { LOG_LEVEL: "silent" });
  const { createSession, loadSession } = await import("~/auth/session/session.server");
  const { findChanges } = await import("~/sellers/history/find-changes.server");
  const { closeDatabase } = await import("~/.server/db/database");
  try {
    const account = world.sandbox.accounts.franchisee;
    const browser = world.browser();
    await browser.signIn(account, "/sellers");
    const cookie = browser.cookieHeader;
    const sellers = world.sandbox.control.sellers();
    const timeOf = async (run: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < REQUESTS; n += 1) {
        const begun = performance.now();
        await run();
        times.push(performance.now() - begun);
      }
      return median(times).toFixed(1);
    };
    const rows: Row[] = [];
    const measure = async (holds: string, more: Record<string, string> = {}) => {
      const row: Row = { holds, ...more };
      for (const path of Object.values(PATHS))
        for (let n = 0; n < WARM_UP; n += 1) await get(world.appUrl + path, cookie);
      for (const [name, path] of Object.entries(PATHS))
        row[name] = await timeOf(() => get(world.appUrl + path, cookie));
      rows.push(row);
      // The last rows take minutes.
      console.error(JSON.stringify(row));
    };
    /** The server is stopped meanwhile, because one process at a time writes to a SQLite file. */
    const fill = async (add: () => Promise<void>) => {
      await world.app.stop("SIGTERM");
      await add();
      await closeDatabase();
      await world.restart();
    };

    let key = "";
    await fill(async () => {
      const tokens = { accessToken: "a".repeat(1_000), idToken: "i".repeat(1_000) };
      for (let at = 0; at < SESSIONS; at += 1) {
        const person = { iss: world.env.OIDC_ISSUER ?? "", sub: `person-${at}`, directoryId: `person-${at}` };
        const tokenExpiresAt = Date.now() + 3_600_000;
        ({ key } = await createSession(new Request(world.appUrl), person, { ...tokens, tokenExpiresAt }));
      }
    });
    await measure("10,000 sessions", { "session read": await timeOf(() => loadSession(key)) });

    const matchingIds = sellers.slice(0, 100).map(({ id }) => id);
    const seller = { text: "delikatesy", sub: account.sub, matchingIds };
    const days = { from: Date.parse("2026-01-01"), until: Date.parse("2026-02-01") };
    const searches = [{}, { person: "Ewa" }, { person: "zzz" }, { kind: "update" }, { seller }, days] as const;
    const slowestRead = async () => {
      const times: number[] = [];
      for (const search of searches) {
        const readPart = () => findChanges(search, { size: 50, maxEntries: 50 }).next();
        times.push(Number(await timeOf(readPart)));
      }
      return Math.max(...times).toFixed(1);
    };
    const changeAt = (at: number): HistoryEntry => {
      const { id, displayName, email, mpk, accountEnabled } = sellers[at % SELLERS]!;
      const before = { displayName, email, mpk, accountEnabled };
      const other = { sub: `person-${at % 500}`, name: `Ewa ${at % 500}` };
      const by = at % 10 === 0 ? { sub: account.sub, name: account.name } : other;
      const made = { id: randomUUID(), at: Date.now() - (at / 500_000) * SPREAD_MS, by, requestId: randomUUID() };
      const change = { outcome: "done", action: "update", before, after: { ...before, mpk: String(at) } } as const;
      return { ...made, ...change, sellerId: id, sellerName: displayName };
    };
    let stored = 0;
    for (const count of CHANGES) {
      await fill(async () => {
        for (; stored < count; stored += Math.min(STEP, count - stored)) {
          const length = Math.min(STEP, count - stored);
          await storeChanges(Array.from({ length }, (_none, n) => changeAt(stored + n)));
        }
      });
      await measure(`${count.toLocaleString("en-US")} changes`, { "slowest read of the history": await slowestRead() });
    }
    return rows;
  } finally {
    await closeDatabase();
    await world.close();
  }
}
