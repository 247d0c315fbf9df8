import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { startWorld } from "../support/world";
import { get, median, processorMs } from "./processor";

/**
 * What requests cost, in ms of the server's processor time, once the database holds so many of
 * something.
 */
type Row = { holds: string } & Record<string, string>;

const PATHS: Record<string, string> = {
  list: "/sellers?size=50",
  dashboard: "/",
  history: "/history",
  "one person's": "/history?person=Anna",
  "nobody's": "/history?person=zzz",
  seller: ":seller",
  "seller's history": ":seller/history",
  "session check": "/auth/session",
};
const WARM_UP = 150;
const SLICES = 8;
const PER_SLICE = 16;

/**
 * A database that grows: other people's sessions, their jobs that wait for them, and then the
 * visitor's own changes.
 */
export async function storeGrowth(): Promise<Row[]> {
  const world = await startWorld({ env: { LOG_LEVEL: "error", PROFILE_TTL_SECONDS: "3600", DATABASE_MAX_MB: "4096" } });
  // The app's modules write into the same database by the server's own configuration.
  Object.assign(process.env, world.env, { LOG_LEVEL: "silent" });
  const { beginEntry } = await import("../../app/sellers/write/history-journal.server");
  const { uniqueToken } = await import("../../app/.server/unique-token");
  const { createSession } = await import("../../app/auth/session/session.server");
  const { storeJob } = await import("../../app/sellers/jobs/job-store.server");
  const { closeDatabase } = await import("../../app/.server/db/database");
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    const account = world.sandbox.accounts.franchisee;
    const browser = world.browser();
    await browser.signIn(account, "/sellers");
    const cookie = browser.cookies.header(new URL(world.appUrl));
    const sellers = world.sandbox.control.sellers();
    const [first] = sellers;
    if (!first) throw new Error("The sandbox has no sellers");
    const urlOf = (path: string) => world.appUrl + path.replace(":seller", `/sellers/${first.id}`);
    const slice = async (path: string, requests: number) => {
      const before = processorMs(world.app.pid);
      for (let sent = 0; sent < requests; sent += 4) {
        await Promise.all(Array.from({ length: 4 }, () => get(urlOf(path), cookie, agent)));
      }
      return (processorMs(world.app.pid) - before) / requests;
    };
    const measure = async (holds: string): Promise<Row> => {
      const times = Object.keys(PATHS).map((): number[] => []);
      for (let round = 0; round < SLICES; round += 1) {
        for (const [at, path] of Object.values(PATHS).entries()) times[at]?.push(await slice(path, PER_SLICE));
      }
      return {
        holds,
        ...Object.fromEntries(Object.keys(PATHS).map((name, at) => [name, median(times[at] ?? []).toFixed(1)])),
      };
    };

    const addChange = async (at: number) => {
      const seller = sellers[at % sellers.length] ?? first;
      const { id, displayName, email, mpk } = seller;
      const values = { displayName, email, mpk };
      await beginEntry({
        id: uniqueToken(),
        at: Date.now(),
        by: { sub: account.sub, name: account.name },
        sellerId: id,
        sellerName: displayName,
        outcome: "done",
        requestId: randomUUID(),
        action: "disable",
        before: { ...values, accountEnabled: true },
        after: { ...values, accountEnabled: false },
      });
    };
    const addSession = async (at: number) => {
      const expiresAt = Date.now() + 3_600_000;
      const person = { iss: world.env.OIDC_ISSUER ?? "", sub: `person-${at}`, directoryId: `person-${at}` };
      const tokens = { accessToken: "a".repeat(1_000), idToken: "i".repeat(1_000), expiresAt };
      await createSession(new Request(world.appUrl), person, tokens);
    };
    const addJob = async (at: number) => {
      const owner = { sub: `person-${at % 1_000}` };
      await storeJob({ kind: "seller-status", params: { to: false }, owner, session: "none" }, [first.id]);
    };

    for (const path of Object.values(PATHS)) await slice(path, WARM_UP);
    const rows: Row[] = [];
    const grow = async (what: string, counts: number[], add: (at: number) => Promise<void>) => {
      let held = 0;
      for (const count of counts) {
        while (held < count) {
          const more = Math.min(16, count - held);
          await Promise.all(Array.from({ length: more }, (_none, at) => add(held + at)));
          held += more;
        }
        const row = await measure(`${count.toLocaleString("en-US")} ${what}`);
        rows.push(row);
        // The last of them take minutes.
        console.error(JSON.stringify(row));
      }
    };
    await grow("sessions", [100, 10_000], addSession);
    await grow("jobs", [1, 100, 10_000], addJob);
    await grow("changes", [100, 5_000, 50_000, 500_000], addChange);
    return rows;
  } finally {
    agent.destroy();
    await closeDatabase();
    await world.close();
  }
}
