import { expect, test, vi } from "vitest";
import { DatabaseFull, DatabaseUnavailable, database } from "~/.server/db/database";
import type { Lease } from "~/.server/db/lease";
import { log } from "~/.server/log";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { forgetFallbackProfile, storeDirectoryAnswer } from "~/auth/session/directory-answer.server";
import { endSession, type LiveSession, loadSession } from "~/auth/session/session.server";
import { getT } from "~/i18n/i18n.server";
import { beginEntry, findEntry, listEntries } from "~/sellers/write/history-journal.server";
import { Problem } from "../../../test/sandbox/answers";
import {
  anna,
  finished,
  giveJobWorld,
  leaseOf,
  outcomesOfAll,
  run,
  setItem,
  setJob,
} from "../../../test/support/job-world";
import { countItems, itemsFrom } from "./item-store.server";
import { jobPage } from "./job-page.server";
import { jobQueue, resumeJob, resumeJobsOf } from "./job-queue.server";
import { runJob } from "./job-runner.server";
import { stopJob } from "./job-state.server";
import { awaitedSystemOf, findJob } from "./job-store.server";

vi.setConfig({ testTimeout: 300_000 });

const world = giveJobWorld();

/** What a job waits for. */
const systemOf = async (id: string) => {
  const job = await findJob(id);
  return job && awaitedSystemOf(job);
};
const countsOf = async (id: string) => countItems((await findJob(id))!);
/** The job's lease, whose writes are done by `instead`, or not. */
async function watchedLease(id: string, instead: (write: () => Promise<unknown>) => Promise<unknown>): Promise<Lease> {
  const lease = await leaseOf(id);
  const write = lease.write.bind(lease);
  vi.spyOn(lease, "write").mockImplementation((work) => instead(() => write(work)) as never);
  return lease;
}
/** Says in the history that the job's item disables the seller's account. */
function beginDisabling(id: string, place: number, sellerId: string, outcome: "done" | "unknown") {
  const made = { id: `${id}.${place}`, at: Date.now(), by: anna, outcome, requestId: "r", jobId: id } as const;
  const before = { displayName: "", email: "", mpk: "", accountEnabled: true };
  const states = { action: "disable", before, after: { ...before, accountEnabled: false } } as const;
  return beginEntry({ ...made, ...states, sellerId, sellerName: "" });
}
const begun = () => vi.waitFor(() => expect(world.writes.length).toBeGreaterThan(0), { timeout: 60_000 });

test("A job whose process died goes on and repeats no write", async () => {
  const id = await world.lay(4);
  const [first, second, third] = [0, 1, 2].map((at) => world.seller(at).id) as [string, string, string];
  // The first has an outcome, the second was written without one, the third was never sent.
  await setItem(id, 0, { result: "done", seller_id: first });
  for (const place of [1, 2, 3]) await setItem(id, place, { result: "begun" });
  await beginDisabling(id, 1, second, "unknown");
  await beginDisabling(id, 2, third, "unknown");
  for (const at of [0, 1]) world.sellers.put({ ...world.seller(at), accountEnabled: false });

  await run(id);
  expect(world.writes.toSorted()).toEqual([third, world.seller(3).id].toSorted());
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["done", "done", "done", "done"]);
  expect(await findEntry(`${id}.1`)).toMatchObject({ outcome: "done" });
  const told = await listEntries({ sellerId: third, limit: 9 });
  expect(told.filter(({ jobId }) => jobId === id)).toMatchObject([{ id: `${id}.2`, outcome: "done" }]);
});

test("An account that already has the status without an entry is skipped", async () => {
  const id = await world.lay(1);
  await setItem(id, 0, { result: "begun" });
  world.sellers.put({ ...world.seller(0), accountEnabled: false });
  await run(id);
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "skipped", reason: "alreadyDisabled" }]);
});

test("Outcomes that can't be stored end the run, and not the process", async () => {
  const id = await world.lay(8);
  world.slowness = 300;
  const lease = await watchedLease(id, (write) =>
    world.writes.length === 0 ? write() : Promise.reject(new RangeError("Too large")),
  );
  await expect(runJob(id, lease)).rejects.toThrow("Too large");
  await lease.release();
  await run(id);
  expect(await countsOf(id)).toMatchObject({ done: 8 });
  expect(world.writes).toHaveLength(8);
});

test("A database that is away while outcomes are stored interrupts the run", async () => {
  const id = await world.lay(20);
  world.slowness = 100;
  let away = 0;
  const lease = await watchedLease(id, (write) => {
    if (world.writes.length === 0 || away > 0) return write();
    away += 1;
    return Promise.reject(new DatabaseUnavailable(new Error("down")));
  });
  await runJob(id, lease);
  await lease.release();
  expect((await findJob(id))?.state).toBe("running");
  expect((await countsOf(id)).done).toBe(world.writes.length);
  await run(id);
  expect([await countsOf(id), world.writes.length]).toMatchObject([{ done: 20 }, 20]);
});

test("The session's end pauses the job, and another session resumes it", async () => {
  world.slowness = 300;
  const id = await world.lay(200);
  const running = run(id);
  await begun();
  await endSession(world.session, "signedOut");
  await running;
  expect(await findJob(id)).toMatchObject({ state: "paused" });
  const reached = world.writes.length;
  expect(reached).toBeLessThan(200);

  await run(id);
  expect(world.writes).toHaveLength(reached);
  world.slowness = 0;
  await resumeJob(id, await world.signIn());
  await finished(id);
  expect(world.writes).toHaveLength(200);
  expect(await countsOf(id)).toMatchObject({ done: 200, failed: 0 });
});

test("A session whose end went unnoticed is replaced at the next sign-in", async () => {
  world.slowness = 300;
  const id = await world.lay(100);
  const running = run(id);
  await begun();
  await endSession(world.session, "signedOut");
  const next = await world.signIn();
  await resumeJobsOf({ sub: "somebody else", session: "theirs" });
  expect(await findJob(id)).toMatchObject({ session: world.session });
  await resumeJobsOf({ sub: anna.sub, session: next });
  await running;
  expect(await findJob(id)).toMatchObject({ state: "running", session: next });
  world.slowness = 0;
  await jobQueue.wake();
  await finished(id);
  expect(world.writes).toHaveLength(100);
});

test("A job waits while the directory doesn't confirm the role", async () => {
  const id = await world.lay(10);
  const session = (await loadSession(world.session)) as LiveSession;
  await forgetFallbackProfile(session);
  await run(id);
  expect([await systemOf(id), world.writes]).toEqual(["directoryUnavailable", []]);
  expect(await findJob(id)).toMatchObject({ state: "running" });
  await storeDirectoryAnswer(session, { jobTitle: "FRANCZYZOBIORCA" });
  await resumeJob(id, world.session);
  await finished(id);
  expect(world.writes).toHaveLength(10);
});

test("A job waits for an unavailable backend, then runs each item once", async () => {
  const id = await world.lay(10);
  world.answers = Array(8).fill(503);
  await run(id);
  expect(await systemOf(id)).toBe("unavailable");
  expect(await findJob(id)).toMatchObject({ state: "running" });
  expect((await outcomesOfAll(id)).every((outcome) => outcome?.result !== "failed")).toBe(true);
  world.answers = [];
  await run(id);
  expect(world.writes).toHaveLength(10);
  expect(await countsOf(id)).toMatchObject({ done: 10 });
});

test.each([
  ["as long as it asks", "600", 600],
  ["for a quarter of an hour at most", "99999999", 900],
  ["no shorter than without the header", "1", 5],
])("A job after a Retry-After waits %s", async (_how, said, seconds) => {
  const id = await world.lay(8);
  const begunAt = Date.now();
  world.answers = Array(8).fill(429);
  world.answerHeaders = { "Retry-After": said };
  await run(id);
  expect(await systemOf(id)).toBe("unavailable");
  const until = (await findJob(id))?.backoff?.until;
  expect(until).toBeGreaterThanOrEqual(begunAt + seconds * 1_000);
  expect(until).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
});

test("A job backs off for 5 s, though another item succeeds after the failure", async () => {
  const id = await world.lay(2);
  const begunAt = Date.now();
  vi.spyOn(world.answers, "shift").mockImplementationOnce(() => {
    // The other write waits until the failure of this one is logged.
    vi.spyOn(log(), "warn").mockImplementationOnce(world.hold());
    return 503;
  });
  await run(id);
  expect(world.writes).toHaveLength(1);
  expect((await findJob(id))?.backoff?.until).toBeGreaterThanOrEqual(begunAt + 5_000);
});

test("A job waits for the sign-in system, and fails after half an hour", async () => {
  const id = await world.lay(4);
  // The backend wants another token, and no provider runs to issue one.
  world.answers = Array(8).fill(401);
  await run(id);
  expect(await systemOf(id)).toBe("signInUnavailable");
  expect([await findJob(id), await countsOf(id)]).toMatchObject([{ backoffCount: 1 }, { done: 0, failed: 0 }]);
  await setJob(id, { waits: 30 });
  world.answers = Array(8).fill(401);
  await run(id);
  expect(world.writes).toEqual([]);
  const failed = world.ids(4).map((seller) => ({ result: "failed", reason: "signInUnreachable", sellerId: seller.id }));
  expect(await outcomesOfAll(id)).toMatchObject(failed);
});

test("An item that is done, or may be, doesn't fail by an unreadable record", async () => {
  const id = await world.lay(2);
  const [maybe, done] = [world.seller(0), world.seller(1)];
  // A gateway answers the first write; the second one's process died after the write.
  world.answers = [504];
  const had = vi.spyOn(world.sellers, "get").mockImplementation((seller) => {
    if (seller === maybe.id && world.answers.length > 0) return maybe;
    throw new Problem(500, "away");
  });
  for (const place of [0, 1]) await setItem(id, place, { result: "begun" });
  await beginDisabling(id, 1, done.id, "done");
  await run(id);
  had.mockRestore();
  expect(await outcomesOfAll(id)).toMatchObject([
    { result: "unknown", reason: "lostAnswer", sellerId: maybe.id },
    { result: "done", sellerId: done.id },
  ]);
  // The history says so while the job runs other items.
  expect(await findEntry(`${id}.0`)).toMatchObject({ outcome: "unknown", answerLost: true });
});

test("A retry that finds a change made settles the write of unknown outcome", async () => {
  const id = await world.lay(1);
  const seller = world.seller(0);
  await beginDisabling(id, 0, seller.id, "unknown");
  await setItem(id, 0, { result: "unknown" });
  await setJob(id, { state: "finished", ended_at: Date.now() });
  world.sellers.put({ ...seller, accountEnabled: false });
  const retry = await world.act(id, "retry");
  await finished(retry);
  expect(await outcomesOfAll(retry)).toMatchObject([{ result: "skipped", reason: "alreadyDisabled" }]);
  expect(await findEntry(`${id}.0`)).toMatchObject({ outcome: "done" });
});

test("A stop takes effect between two items", async () => {
  world.slowness = 300;
  const goOn = world.hold();
  const id = await world.lay(200);
  const running = run(id);
  await vi.waitFor(() => expect(world.mostAtOnce).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
  await stopJob(id);
  goOn();
  await running;
  expect(await findJob(id)).toMatchObject({ state: "stopped" });
  expect(world.writes.length).toBeLessThan(200);
  const ended = await outcomesOfAll(id);
  expect(ended.filter((outcome) => outcome?.result === "done")).toHaveLength(world.writes.length);
  expect(ended.filter((outcome) => outcome === null)).toHaveLength(200 - world.writes.length);
});

const stopped = { state: "stopped", endedAt: expect.any(Number) };

test("A job that waits for a slot stops at once, unlike a running one", async () => {
  const [waiting, working] = [await world.lay(1), await world.lay(1)];
  const lease = await leaseOf(working);
  await Promise.all([stopJob(waiting), stopJob(working)]);
  expect(await findJob(waiting)).toMatchObject(stopped);
  expect(await findJob(working)).toMatchObject({ state: "running" });
  await runJob(working, lease);
  await lease.release();
  expect(await findJob(working)).toMatchObject(stopped);
  expect(world.writes).toEqual([]);
});

test.each([
  ["at once", false],
  ["by the next process", true],
])("A job stopped %s says what a dead process had written", async (_how, isTakenOver) => {
  const id = await world.lay(4);
  for (const place of [0, 1, 2]) await setItem(id, place, { result: "begun" });
  await beginDisabling(id, 0, world.seller(0).id, "done");
  await beginDisabling(id, 1, world.seller(1).id, "unknown");
  const lease = isTakenOver ? await leaseOf(id) : undefined;
  await stopJob(id);
  if (lease) await runJob(id, lease);
  await lease?.release();
  expect(await findJob(id)).toMatchObject(stopped);
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual([
    "done",
    "unknown",
    undefined,
    undefined,
  ]);
  expect(world.writes).toEqual([]);
});

test("The page of a stopped job says what a dead process had written", async () => {
  const id = await world.lay(103);
  for (const place of [101, 102]) await setItem(id, place, { result: "begun" });
  await beginDisabling(id, 101, world.seller(101).id, "done");
  await setJob(id, { state: "stopped", ended_at: Date.now() });
  const ctx = { session: anna, t: getT("pl"), newFormKey: () => "" } as unknown as FranchiseeContext;
  const shown = async () => {
    const { counts, notRun } = await jobPage(ctx, id, new URLSearchParams());
    return { done: counts.done, notRun };
  };
  const transaction = vi.spyOn(await database(), "transaction").mockImplementation(() => {
    throw new DatabaseFull(new Error("full"));
  });
  expect(await shown()).toEqual({ done: 0, notRun: 103 });
  transaction.mockRestore();
  expect(await shown()).toEqual({ done: 1, notRun: 102 });
  const undo = await world.act(id, "undo");
  expect((await itemsFrom(undo, 0, 9)).map(({ item }) => item)).toMatchObject([{ changeId: `${id}.101` }]);
  await finished(undo);
});

test("A lost lease ends the run", async () => {
  world.slowness = 300;
  const id = await world.lay(200);
  const lease = await leaseOf(id);
  const running = runJob(id, lease);
  await begun();
  await lease.release();
  await running;
  expect(world.writes.length).toBeLessThan(200);
  expect(await findJob(id)).toMatchObject({ state: "running" });
  world.slowness = 0;
  await Promise.all([jobQueue.wake(), jobQueue.wake()]);
  await finished(id);
  expect(world.writes).toHaveLength(200);
  expect(new Set(world.writes).size).toBe(200);
});

test("A lease lost while frozen protects what the next holder stored", async () => {
  const goOn = world.hold();
  const id = await world.lay(4);
  const lease = await leaseOf(id);
  const frozen = runJob(id, lease);
  await vi.waitFor(() => expect(world.mostAtOnce).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
  await lease.release();
  const outcomes = world.ids(4).map(({ id: sellerId }) => ({ result: "skipped", sellerId }) as const);
  for (const [place, { sellerId }] of outcomes.entries()) {
    await setItem(id, place, { result: "skipped", seller_id: sellerId });
  }
  await setJob(id, { state: "stopped", ended_at: 1 });
  goOn();
  await frozen;
  expect(world.writes).toHaveLength(4);
  expect(await outcomesOfAll(id)).toEqual(outcomes);
  expect(await findJob(id)).toMatchObject({ state: "stopped", endedAt: 1 });
});
