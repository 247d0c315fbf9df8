import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { BearerCheck } from "../../../test/sandbox/bearer";
import { SellerStore } from "../../../test/sandbox/seller-store";
import { createSellersBackend } from "../../../test/sandbox/sellers-backend";
import type { Franchisee } from "../auth/guard";
import { createSession, endSession, findSession } from "../auth/session";
import { beginEntry, findEntry, listHistory } from "../history/journal";
import { closeStore } from "../store";
import { endedItemsOf } from "./job-page";
import {
  askToStop,
  findJob,
  isResting,
  jobsOf,
  newJobId,
  progressOf,
  putItems,
  putJob,
  putOutcomes,
  putStanding,
  standingOf,
} from "./job-store";
import { Lease } from "./lease";
import { runJob } from "./run-job";
import { startJob } from "./start-job";
import { superviseJobs } from "./supervisor";

const anna = { sub: "p1", name: "Anna Nowak" };
const tokens = { accessToken: "token", refreshToken: "refresh", idToken: "id" };
let folder: string;
let server: Server;
let sellers: SellerStore;
let writes: string[];
let mostAtOnce: number;
/** Milliseconds that a write takes. */
let slowness = 0;
/** Statuses that the next writes are answered with. */
let answers: number[] = [];
let session: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jobs-"));
  sellers = new SellerStore(undefined, 250);
  const bearer = { subject: async () => "p1" } as unknown as BearerCheck;
  const backend = createSellersBackend(sellers, bearer, { mode: "paged", etags: true });
  let busy = 0;
  server = createServer((request, response) => {
    if (request.method === "GET") return backend(request, response);
    busy += 1;
    mostAtOnce = Math.max(mostAtOnce, busy);
    response.once("close", () => {
      busy -= 1;
    });
    setTimeout(() => {
      const status = answers.shift();
      if (status) return response.writeHead(status).end();
      writes.push(decodeURIComponent(request.url?.split("/").at(-1) ?? ""));
      backend(request, response);
    }, slowness);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  Object.assign(process.env, {
    APP_URL: "http://127.0.0.1:3000",
    OIDC_ISSUER: "http://127.0.0.1:1",
    OIDC_CLIENT_ID: "panel",
    SELLERS_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PROFILE_API_URL: "http://127.0.0.1:1",
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    STORE_URL: `lmdb:${join(folder, "store")}`,
    LOG_LEVEL: "silent",
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await closeStore();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  sellers.reset();
  for (const seller of sellers.all()) sellers.put({ ...seller, accountEnabled: true });
  writes = [];
  answers = [];
  mostAtOnce = 0;
  slowness = 0;
  session = await signIn();
});

/** @returns the store's key of a new session. */
async function signIn(): Promise<string> {
  const cookie = await createSession(new Request("http://127.0.0.1:3000/"), { iss: "i", ...anna }, tokens);
  const headers = { Cookie: cookie.split(";")[0] as string };
  return (await findSession(new Request("http://127.0.0.1:3000/", { headers })))?.key as string;
}

const ids = (count: number) =>
  sellers
    .all()
    .slice(0, count)
    .map(({ id }) => ({ id }));
const params = { accountEnabled: false };

function start(count: number): Promise<string> {
  const owner = { session: { id: session, ...anna } } as Franchisee;
  return startJob(owner, { kind: "seller-status", params, items: ids(count) });
}

/** A job that nobody has begun to work on. */
async function lay(count: number): Promise<string> {
  const id = newJobId();
  const total = await putItems(id, ids(count));
  await putJob({ id, kind: "seller-status", params, owner: anna, total, createdAt: Date.now() }, session);
  return id;
}

async function run(id: string): Promise<void> {
  const lease = (await Lease.take(`job:${id}`, 60_000)) as Lease;
  await runJob(id, lease);
  await lease.release();
}

const finished = (id: string) =>
  vi.waitFor(async () => expect((await standingOf(id))?.state).toBe("finished"), { timeout: 30_000, interval: 50 });
async function outcomes(id: string) {
  const job = await findJob(id);
  const found = [];
  for await (const { outcome } of endedItemsOf(job!)) found.push(outcome);
  return found;
}
const enabled = () => sellers.all().filter(({ accountEnabled }) => accountEnabled).length;

describe("a job", () => {
  test("does every item once, a few at a time, and says how each ended", async () => {
    const [first] = sellers.all();
    sellers.put({ ...first!, accountEnabled: false });
    slowness = 5;
    const id = await startJob({ session: { id: session, ...anna } } as Franchisee, {
      kind: "seller-status",
      params,
      items: [...ids(150), { id: "gone" }],
    });
    await finished(id);
    expect(writes).toHaveLength(149);
    expect(new Set(writes).size).toBe(149);
    expect(mostAtOnce).toBeGreaterThan(1);
    expect(mostAtOnce).toBeLessThanOrEqual(4);
    expect(enabled()).toBe(100);

    const { counts, problems, chunk } = await progressOf(id);
    expect({ counts, problems, chunk }).toEqual({
      counts: { done: 149, skipped: 1, failed: 1, unknown: 0 },
      problems: [1],
      chunk: 2,
    });
    const ended = await outcomes(id);
    expect(ended[0]).toMatchObject({ result: "skipped", reason: "already" });
    expect(ended[1]).toMatchObject({ result: "done", changeId: `${id}.1`, name: sellers.all()[1]?.displayName });
    expect(ended[150]).toMatchObject({ result: "failed", reason: "gone", sellerId: "gone" });
    expect(await findEntry(`${id}.1`)).toMatchObject({ by: anna, jobId: id, action: "disable", outcome: "done" });
    expect((await jobsOf(anna.sub, 1)).map((job) => job.id)).toEqual([id]);
  });

  test("a refused item tells why and doesn't hold up the others", async () => {
    answers = [403, 409, 400];
    const id = await start(5);
    await finished(id);
    const reasons = (await outcomes(id)).map((outcome) => outcome?.reason ?? outcome?.result).sort();
    expect(reasons).toEqual(["done", "done", "forbidden", "refused", "taken"]);
  });

  test("needs something to do", async () => {
    await expect(start(0)).rejects.toThrow(RangeError);
    const large = [{ id: "x".repeat(10_000) }];
    await expect(putItems(newJobId(), large)).rejects.toThrow(RangeError);
  });
});

describe("a job whose process died", () => {
  test("goes on where it was, and doesn't repeat what nobody heard of", async () => {
    const id = await lay(4);
    const [first, second, third] = sellers.all();
    // The first was told of; the second was written and not told of; the third was begun and never sent.
    const done = { result: "done", sellerId: first!.id, changeId: `${id}.0` } as const;
    await putOutcomes(id, 0, [done, null, null, null]);
    const before = (({ displayName, email, mpk, accountEnabled }) => ({ displayName, email, mpk, accountEnabled }))(
      second!,
    );
    const after = { ...before, accountEnabled: false };
    const begun = {
      at: Date.now(),
      by: anna,
      outcome: "unknown",
      requestId: "r",
      jobId: id,
      action: "disable",
    } as const;
    await beginEntry({ ...begun, id: `${id}.1`, sellerId: second!.id, sellerName: "", before, after });
    await beginEntry({ ...begun, id: `${id}.2`, sellerId: third!.id, sellerName: "", before, after });
    sellers.put({ ...first!, accountEnabled: false });
    sellers.put({ ...second!, accountEnabled: false });

    await run(id);
    expect(writes.sort()).toEqual(
      sellers
        .all()
        .slice(2, 4)
        .map((seller) => seller.id)
        .sort(),
    );
    expect((await outcomes(id)).map((outcome) => outcome?.result)).toEqual(["done", "done", "done", "done"]);
    expect(await findEntry(`${id}.1`)).toMatchObject({ outcome: "done" });
    const told = (await listHistory({ sellerId: third!.id, limit: 9 })).entries;
    expect(told.filter(({ jobId }) => jobId === id)).toMatchObject([{ id: `${id}.2`, outcome: "done" }]);
  });

  test("what was so before, and isn't in the history, is skipped", async () => {
    const id = await lay(1);
    await putOutcomes(id, 0, [null]);
    sellers.put({ ...sellers.all()[0]!, accountEnabled: false });
    await run(id);
    expect(await outcomes(id)).toMatchObject([{ result: "skipped", reason: "already" }]);
  });
});

describe("what stands in the way of all items", () => {
  test("a session that is over pauses the job; with another it goes on", async () => {
    slowness = 300;
    const id = await lay(200);
    const running = run(id);
    await vi.waitFor(() => expect(writes.length).toBeGreaterThan(0));
    await endSession(session);
    await running;
    expect(await standingOf(id)).toMatchObject({ state: "paused" });
    const reached = writes.length;
    expect(reached).toBeLessThan(200);

    await run(id);
    expect(writes).toHaveLength(reached);
    slowness = 0;
    await putStanding(id, { state: "running", session: await signIn() });
    await run(id);
    expect(writes).toHaveLength(200);
    expect(await progressOf(id)).toMatchObject({ counts: { done: 200, failed: 0 } });
  }, 60_000);

  test("a backend that is away is waited for, and its return undoes nothing", async () => {
    const id = await lay(10);
    answers = Array.from({ length: 8 }, () => 503);
    await run(id);
    expect(await isResting(id)).toBe(true);
    expect(await standingOf(id)).toMatchObject({ state: "running" });
    expect((await outcomes(id)).every((outcome) => outcome?.result !== "failed")).toBe(true);
    answers = [];
    await run(id);
    expect(writes).toHaveLength(10);
    expect(await progressOf(id)).toMatchObject({ counts: { done: 10 }, rests: 0 });
  });

  test("its owner's word stops it between two items", async () => {
    slowness = 100;
    const id = await lay(200);
    const running = run(id);
    await vi.waitFor(() => expect(writes.length).toBeGreaterThan(0));
    await askToStop(id);
    await running;
    expect(await standingOf(id)).toMatchObject({ state: "stopped" });
    expect(writes.length).toBeLessThan(200);
    const ended = await outcomes(id);
    expect(ended.filter((outcome) => outcome?.result === "done")).toHaveLength(writes.length);
    expect(ended.filter((outcome) => outcome === null)).toHaveLength(200 - writes.length);
  });
});

test("taking a job back restores what it changed and nothing else", async () => {
  const [first, second, third] = sellers.all();
  sellers.put({ ...first!, accountEnabled: false });
  const id = await start(20);
  await finished(id);
  sellers.put({ ...second!, accountEnabled: true });
  sellers.put({ ...third!, mpk: "zmienione", accountEnabled: false });
  const job = (await findJob(id))!;
  async function* changes() {
    for await (const { outcome } of endedItemsOf(job)) {
      if (outcome?.changeId) yield { changeId: outcome.changeId, sellerId: outcome.sellerId as string };
    }
  }
  const owner = { session: { id: session, ...anna } } as Franchisee;
  const undo = await startJob(owner, { kind: "seller-undo", params: {}, items: changes() });
  await finished(undo);
  expect(await progressOf(undo)).toMatchObject({ counts: { done: 18, skipped: 1, failed: 0 } });
  const [one, two, three] = sellers.all();
  expect([one?.accountEnabled, two?.accountEnabled, three?.accountEnabled]).toEqual([false, true, true]);
  expect(three).toMatchObject({ mpk: "zmienione" });
  expect(await findEntry(`${id}.2`)).toMatchObject({ undoneBy: expect.stringMatching(`^${undo}`) });
});

describe("a lease", () => {
  test("has one holder, who renews it until it is let go of", async () => {
    const lease = (await Lease.take("a", 600)) as Lease;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(lease.left).toBeGreaterThan(0);
    expect(await Lease.take("a", 600)).toBeUndefined();
    await lease.release();
    expect(lease.left).toBeLessThanOrEqual(0);
    const next = await Lease.take("a", 600);
    expect(next).toBeDefined();
    await next?.release();
  });

  test("work on a job ends when it is lost", async () => {
    slowness = 20;
    const id = await lay(200);
    const lease = (await Lease.take(`job:${id}`, 60_000)) as Lease;
    const running = runJob(id, lease);
    await vi.waitFor(() => expect(writes.length).toBeGreaterThan(0));
    await lease.release();
    await running;
    expect(writes.length).toBeLessThan(200);
    expect(await standingOf(id)).toMatchObject({ state: "running" });
    slowness = 0;
    await Promise.all([superviseJobs(), superviseJobs()]);
    await finished(id);
    expect(writes).toHaveLength(200);
    expect(new Set(writes).size).toBe(200);
  });
});
