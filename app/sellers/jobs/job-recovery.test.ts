import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Lease } from "~/.server/store/lease";
import { store } from "~/.server/store/open-store";
import { endSession } from "~/auth/session/session.server";
import { beginEntry, findEntry, listHistory } from "~/sellers/write/history-journal.server";
import { leaseOf } from "~/sellers/write/in-flight.server";
import { Problem } from "../../../test/sandbox/answers";
import { anna, finished, JobWorld, outcomesOfAll, run } from "../../../test/support/job-world";
import { runJob } from "./job-runner.server";
import {
  askToStop,
  backOff,
  changeJobStatus,
  jobStatusOf,
  progressOf,
  putProgress,
  stopJob,
  waitsFor,
} from "./job-state.server";
import { putOutcomes } from "./job-store.server";
import { resumeJob, resumeJobsOf } from "./resume-jobs.server";
import { superviseJobs } from "./supervisor.server";
import { unfinishedJobs } from "./unfinished-jobs.server";

vi.setConfig({ testTimeout: 300_000 });

let world: JobWorld;
beforeAll(async () => {
  world = await JobWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

const begun = () => vi.waitFor(() => expect(world.writes.length).toBeGreaterThan(0), { timeout: 60_000 });

describe("a job whose process died", () => {
  test("goes on where it was, and doesn't repeat what nobody heard of", async () => {
    const id = await world.lay(4);
    const [first, second, third] = [0, 1, 2].map((at) => world.seller(at).id) as [string, string, string];
    // The first was told of; the second was written and not told of; the third was begun and never sent.
    const done = { result: "done", sellerId: first, changeId: `${id}.0` } as const;
    await putOutcomes({ id, createdAt: Date.now() }, 0, [done, null, null, null]);
    const before = { displayName: "", email: "", mpk: "", accountEnabled: true };
    const states = { action: "disable", before, after: { ...before, accountEnabled: false } } as const;
    const begun = { ...states, at: Date.now(), by: anna, outcome: "unknown", requestId: "r", jobId: id } as const;
    await beginEntry({ ...begun, id: `${id}.1`, sellerId: second, sellerName: "" });
    await beginEntry({ ...begun, id: `${id}.2`, sellerId: third, sellerName: "" });
    for (const at of [0, 1]) world.sellers.put({ ...world.seller(at), accountEnabled: false });

    await run(id);
    expect(world.writes.toSorted()).toEqual([third, world.seller(3).id].toSorted());
    expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["done", "done", "done", "done"]);
    expect(await findEntry(`${id}.1`)).toMatchObject({ outcome: "done" });
    const told = (await listHistory({ sellerId: third, limit: 9 })).entries;
    expect(told.filter(({ jobId }) => jobId === id)).toMatchObject([{ id: `${id}.2`, outcome: "done" }]);
  });

  test("before it was there leaves nothing behind that is tried again and again", async () => {
    const id = await world.lay(1);
    await (await store()).delete(`job:${id}`);
    const isListed = async () => (await unfinishedJobs()).some((job) => job.id === id);
    await superviseJobs();
    expect(await isListed()).toBe(true);
    await vi.waitFor(async () => expect(await Lease.isHeld(leaseOf(id))).toBe(false));
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * 60_000);
    try {
      // The lease is given back a moment before the job counts as none of this process's any more.
      await vi.waitFor(async () => {
        await superviseJobs();
        expect(await isListed()).toBe(false);
      }, 20_000);
    } finally {
      now.mockRestore();
    }
  });

  test("what was so before, and isn't in the history, is skipped", async () => {
    const id = await world.lay(1);
    await putOutcomes({ id, createdAt: Date.now() }, 0, [null]);
    world.sellers.put({ ...world.seller(0), accountEnabled: false });
    await run(id);
    expect(await outcomesOfAll(id)).toMatchObject([{ result: "skipped", reason: "alreadyDisabled" }]);
  });
});

describe("what stands in the way of all items", () => {
  test("what can't be written down beside the work ends this go at it, and not the process", async () => {
    const id = await world.lay(8);
    world.slowness = 300;
    const stored = await store();
    const put = stored.put.bind(stored);
    let saves = 0;
    const broken = vi.spyOn(stored, "put").mockImplementation((key, value, ttl) => {
      if (!key.startsWith("job-outcomes:")) return put(key, value, ttl);
      saves += 1;
      return saves === 1 ? put(key, value, ttl) : Promise.reject(new RangeError("Too large"));
    });
    try {
      await expect(run(id)).rejects.toThrow("Too large");
    } finally {
      broken.mockRestore();
    }
  });

  test("a session that is over pauses the job; with another it goes on", async () => {
    world.slowness = 300;
    const id = await world.lay(200);
    const running = run(id);
    await begun();
    await endSession(world.session, "signedOut");
    await running;
    expect(await jobStatusOf(id)).toMatchObject({ state: "paused" });
    const reached = world.writes.length;
    expect(reached).toBeLessThan(200);

    await run(id);
    expect(world.writes).toHaveLength(reached);
    world.slowness = 0;
    await changeJobStatus(id, async () => ({ state: "running", session: await world.signIn() }));
    await run(id);
    expect(world.writes).toHaveLength(200);
    expect(await progressOf(id)).toMatchObject({ counts: { done: 200, failed: 0 } });
  });

  test("a session that is over and that nobody has missed yet is replaced by the owner's next one", async () => {
    world.slowness = 300;
    const id = await world.lay(100);
    const running = run(id);
    await begun();
    await endSession(world.session, "signedOut");
    const next = await world.signIn();
    await resumeJobsOf({ sub: "somebody else", id: "theirs" });
    expect(await jobStatusOf(id)).toMatchObject({ session: world.session });
    await resumeJobsOf({ sub: anna.sub, id: next });
    await running;
    expect(await jobStatusOf(id)).toMatchObject({ state: "running", session: next });
    world.slowness = 0;
    await superviseJobs();
    await finished(id);
    expect(world.writes).toHaveLength(100);
  });

  test("a backend that is away is waited for, and its return undoes nothing", async () => {
    const id = await world.lay(10);
    world.answers = Array.from({ length: 8 }, () => 503);
    await run(id);
    expect(await waitsFor(id)).toBe("unavailable");
    expect(await jobStatusOf(id)).toMatchObject({ state: "running" });
    expect((await outcomesOfAll(id)).every((outcome) => outcome?.result !== "failed")).toBe(true);
    world.answers = [];
    await run(id);
    expect(world.writes).toHaveLength(10);
    expect(await progressOf(id)).toMatchObject({ counts: { done: 10 }, rests: 0 });
  });

  test.each([
    ["as long as it asks for", "600", 600],
    ["a quarter of an hour at most", "99999999", 900],
    ["no shorter than without its word", "1", 5],
  ])("a backend that says when to come back is left alone %s", async (_how, said, seconds) => {
    const rests = vi.spyOn(await store(), "put");
    const id = await world.lay(8);
    world.answers = Array.from({ length: 8 }, () => 429);
    world.answerHeaders = { "Retry-After": said };
    await run(id);
    expect(await waitsFor(id)).toBe("unavailable");
    expect(rests.mock.calls.filter(([key]) => key === `job-rest:${id}`)).toEqual([
      [`job-rest:${id}`, "unavailable", seconds],
    ]);
    rests.mockRestore();
  });

  test("a job that waits because of a wrong Retry-After goes on at once when its owner resumes it", async () => {
    const id = await world.lay(8);
    world.answers = Array.from({ length: 8 }, () => 503);
    world.answerHeaders = { "Retry-After": "99999999" };
    await run(id);
    world.answers = [];
    await superviseJobs();
    expect([await waitsFor(id), world.writes]).toEqual(["unavailable", []]);
    await resumeJob(id, world.session);
    await finished(id);
    expect(world.writes).toHaveLength(8);
  });

  test("so is a provider that is away, and what waits half an hour for it in vain fails by its name", async () => {
    const id = await world.lay(4);
    // The backend wants another token, and nobody is there to give one.
    world.answers = Array(8).fill(401);
    await run(id);
    expect(await waitsFor(id)).toBe("signInUnavailable");
    expect(await progressOf(id)).toMatchObject({ rests: 1, counts: { done: 0, failed: 0 } });
    await putProgress(id, { ...(await progressOf(id)), rests: 30 });
    world.answers = Array(8).fill(401);
    await run(id);
    expect(world.writes).toEqual([]);
    const failed = world
      .ids(4)
      .map((seller) => ({ result: "failed", reason: "signInUnreachable", sellerId: seller.id }));
    expect(await outcomesOfAll(id)).toMatchObject(failed);
  });

  test("what may have been done, or was, before its record could no longer be had isn't called a failure", async () => {
    const id = await world.lay(2);
    const [maybe, done] = [world.seller(0), world.seller(1)];
    // A gateway answers the first one's write; the second one's process died after it was done.
    world.answers = [504];
    const had = vi.spyOn(world.sellers, "get").mockImplementation((seller) => {
      if (seller === maybe.id && world.answers.length > 0) return maybe;
      throw new Problem(500, "away");
    });
    await putOutcomes({ id, createdAt: Date.now() }, 0, [null, null]);
    const before = { displayName: "", email: "", mpk: "", accountEnabled: true };
    const states = { action: "disable", before, after: { ...before, accountEnabled: false } } as const;
    const made = { ...states, at: Date.now(), by: anna, outcome: "done", requestId: "r", jobId: id } as const;
    await beginEntry({ ...made, id: `${id}.1`, sellerId: done.id, sellerName: "" });
    await run(id);
    had.mockRestore();
    expect(await outcomesOfAll(id)).toMatchObject([
      { result: "unknown", reason: "lostAnswer", sellerId: maybe.id },
      { result: "done", changeId: `${id}.1`, sellerId: done.id },
    ]);
    // The history says so at once, though the job goes on with others.
    expect(await findEntry(`${id}.0`)).toMatchObject({ outcome: "unknown", answerLost: true });
  });

  test("its owner's word stops it between two items", async () => {
    world.slowness = 100;
    const id = await world.lay(200);
    const running = run(id);
    await begun();
    await askToStop(id);
    await running;
    expect(await jobStatusOf(id)).toMatchObject({ state: "stopped" });
    expect(world.writes.length).toBeLessThan(200);
    const ended = await outcomesOfAll(id);
    expect(ended.filter((outcome) => outcome?.result === "done")).toHaveLength(world.writes.length);
    expect(ended.filter((outcome) => outcome === null)).toHaveLength(200 - world.writes.length);
  });
});

describe("its owner's word stops at once", () => {
  const stopped = { state: "stopped", endedAt: expect.any(Number) };

  test("a job that waits for a backend, also one that begins to wait in that moment", async () => {
    const id = await world.lay(10);
    world.answers = Array.from({ length: 8 }, () => 503);
    await run(id);
    // Its process hasn't let go of it yet.
    const lease = (await Lease.take(leaseOf(id), 60_000)) as Lease;
    await stopJob(id);
    await lease.release();
    expect(await jobStatusOf(id)).toMatchObject(stopped);
    const late = await world.lay(1);
    await askToStop(late);
    await backOff(late, "unavailable", 60);
    expect(await jobStatusOf(late)).toMatchObject(stopped);
  });

  test("a job that waits for its turn, and none that somebody works on", async () => {
    const [waiting, working] = [await world.lay(1), await world.lay(1)];
    const lease = (await Lease.take(leaseOf(working), 60_000)) as Lease;
    await Promise.all([stopJob(waiting), stopJob(working)]);
    expect(await jobStatusOf(waiting)).toMatchObject(stopped);
    expect(await jobStatusOf(working)).toMatchObject({ state: "running" });
    await runJob(working, lease);
    await lease.release();
    expect(await jobStatusOf(working)).toMatchObject(stopped);
    expect(world.writes).toEqual([]);
  });
});

describe("a lease", () => {
  test("has one holder, who renews it until it is let go of", async () => {
    const lease = (await Lease.take("a", 3_000)) as Lease;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(lease.left).toBeGreaterThan(0);
    expect(await Lease.take("a", 3_000)).toBeUndefined();
    await lease.release();
    expect(lease.left).toBeLessThanOrEqual(0);
    const next = await Lease.take("a", 3_000);
    expect(next).toBeDefined();
    await next?.release();
  });

  test("work on a job ends when it is lost", async () => {
    world.slowness = 20;
    const id = await world.lay(200);
    const lease = (await Lease.take(`job:${id}`, 60_000)) as Lease;
    const running = runJob(id, lease);
    await begun();
    await lease.release();
    await running;
    expect(world.writes.length).toBeLessThan(200);
    expect(await jobStatusOf(id)).toMatchObject({ state: "running" });
    world.slowness = 0;
    await Promise.all([superviseJobs(), superviseJobs()]);
    await finished(id);
    expect(world.writes).toHaveLength(200);
    expect(new Set(world.writes).size).toBe(200);
  });

  test("who lost it while frozen leaves what the next holder wrote as it is", async () => {
    let goOn = () => {};
    world.held = new Promise((resolve) => {
      goOn = resolve;
    });
    const id = await world.lay(4);
    const lease = (await Lease.take(`job:${id}`, 60_000)) as Lease;
    const frozen = runJob(id, lease);
    await vi.waitFor(() => expect(world.mostAtOnce).toBe(4), { timeout: 30_000 });
    await lease.release();
    const outcomes = world.ids(4).map(({ id: sellerId }) => ({ result: "skipped", sellerId }) as const);
    const counts = { done: 0, skipped: 4, failed: 0, unknown: 0, added: 0 };
    const progress = { chunk: 1, before: counts, counts, problems: [], rests: 0 };
    await putOutcomes({ id, createdAt: Date.now() }, 0, outcomes);
    await putProgress(id, progress);
    await changeJobStatus(id, () => ({ state: "stopped", session: world.session, endedAt: 1 }));
    goOn();
    await frozen;
    expect(world.writes).toHaveLength(4);
    expect(await outcomesOfAll(id)).toEqual(outcomes);
    expect(await progressOf(id)).toEqual(progress);
    expect(await jobStatusOf(id)).toMatchObject({ state: "stopped", endedAt: 1 });
  });
});
