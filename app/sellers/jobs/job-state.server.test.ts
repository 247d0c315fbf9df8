import { beforeEach, expect, test, vi } from "vitest";
import { database, inTransaction, QuotaExceeded } from "~/.server/db/database";
import { sweepOnce } from "~/.server/db/sweep";
import { leaseOf, setItem, setJob } from "../../../test/support/job-world";
import { onBothEngines } from "../../../test/support/own-database";
import {
  allItems,
  beginItems,
  countItems,
  hasOpenItems,
  itemsFrom,
  problemItems,
  putOutcomes,
} from "./item-store.server";
import type { ItemOutcome } from "./job";
import { jobQueue, resumeJob, resumeJobsOf } from "./job-queue.server";
import { backOff, endJob, mustStop, pauseJob, readyJobs, stopJob } from "./job-state.server";
import { awaitedSystemOf, expireJob, findFollowUpJob, findJob, jobsOf, storeJob } from "./job-store.server";

const job = { kind: "none", params: { to: "Łódź" }, owner: { sub: "anna", name: "Anna" }, session: "over" };
const lay = async (items: unknown[] = [1], more: Partial<typeof job> = {}) =>
  (await storeJob({ ...job, ...more }, items)) ?? "";
const numbers = (count: number) => Array.from({ length: count }, (_none, at) => ({ at }));
const stateOf = async (id: string) => (await findJob(id))?.state;

// No process looks at the jobs between two steps.
beforeEach(() => void vi.spyOn(jobQueue, "wake").mockResolvedValue());

const rowsOf = async (id: string) => {
  const { jobs, items } = await allRows();
  return { jobs: jobs.filter((job) => job.id === id).length, items: items.filter((item) => item.job_id === id).length };
};
const allRows = async () => {
  const db = await database();
  const items = await db.selectFrom("job_items").select("job_id").execute();
  return { jobs: await db.selectFrom("jobs").select("id").execute(), items };
};

onBothEngines(() => {
  type Step = (id: string) => Promise<unknown>;
  const pause: Step = (id) => inTransaction((tx) => pauseJob(tx, id, "over"));
  const end =
    (state: "stopped" | "finished"): Step =>
    (id) =>
      inTransaction((tx) => endJob(tx, id, state));
  const signIn: Step = () => resumeJobsOf({ sub: "anna", session: "next" });
  const resume: Step = (id) => resumeJob(id, "next");
  const wait: Step = (id) => inTransaction((tx) => backOff(tx, id, "unavailable", { seconds: 60, count: 1 }));

  test.each<[string, Step[], object]>([
    ["a sign-in after a pause lets it go on", [pause, signIn], { state: "running", session: "next" }],
    [
      "a pause of the session before is too late after a sign-in",
      [signIn, pause],
      { state: "running", session: "next" },
    ],
    ["a stop ends it after a pause", [pause, stopJob], { state: "stopped", endedAt: expect.any(Number) }],
    ["a pause is too late after a stop", [stopJob, pause, resume], { state: "stopped" }],
    ["a sign-in is too late after the end", [end("finished"), signIn], { state: "finished" }],
    ["the first of two ends counts", [end("stopped"), end("finished")], { state: "stopped" }],
    ["it waits for a system", [wait], { state: "running", backoffCount: 1, backoff: { system: "unavailable" } }],
    ["a stop ends it while it waits", [wait, stopJob], { state: "stopped" }],
  ])("A job's commands take effect in order: %s", async (_what, steps, to) => {
    const id = await lay();
    for (const step of steps) await step(id);
    expect(await findJob(id)).toMatchObject(to);
    await expireJob(id);
  });

  test.each<[string, Step[]]>([
    ["during a wait for a system", [wait, stopJob]],
    ["before a wait for a system", [stopJob, wait]],
  ])("A stop %s ends a job whose process still holds its lease", async (_when, steps) => {
    const id = await lay();
    const lease = await leaseOf(id);
    for (const step of steps) await step(id);
    await lease.release();
    expect(await stateOf(id)).toBe("stopped");
  });

  test("No command of the owner is lost, however many come at once", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await lay();
      const lease = await leaseOf(id);
      await Promise.all([pause(id), stopJob(id), wait(id)]);
      if (await mustStop(id)) await pause(id);
      await lease.release();
      expect(await stateOf(id)).toBe("stopped");
    }
  });

  test("Only jobs that wait for nothing and that nobody works on are ready", async () => {
    const mine = { owner: { sub: "ready", name: "R" } };
    const ready = await lay([1], mine);
    const [held, paused, waiting, ended] = [await lay(), await lay(), await lay(), await lay()];
    const lease = await leaseOf(held);
    await pause(paused);
    await wait(waiting);
    await end("finished")(ended);
    const found = (await readyJobs()).filter(({ id }) => [ready, held, paused, waiting, ended].includes(id));
    expect(found).toEqual([{ id: ready, owner: "ready" }]);
    await lease.release();
    expect((await readyJobs()).map(({ id }) => id)).toContain(held);
    expect(await awaitedSystemOf((await findJob(waiting))!)).toBe("unavailable");
    await resumeJob(waiting, "next");
    expect((await readyJobs()).map(({ id }) => id)).toContain(waiting);
  });

  test("A wait that began while the clock was a day ahead is over", async () => {
    const id = await lay();
    await inTransaction((tx) => backOff(tx, id, "unavailable", { seconds: 86_400, count: 1 }));
    expect((await readyJobs()).map((ready) => ready.id)).toContain(id);
    expect(awaitedSystemOf((await findJob(id))!)).toBeUndefined();
    await end("finished")(id);
  });

  test("Each owner's oldest job is ready before anybody's second", async () => {
    for (const [at, sub] of ["asks-much", "asks-much", "asks-once"].entries())
      await setJob(await lay([1], { owner: { sub, name: sub } }), { created_at: at });
    const found = (await readyJobs()).map(({ owner }) => owner).filter((owner) => /^asks-/.test(owner));
    expect(found).toEqual(["asks-much", "asks-once", "asks-much"]);
  });

  test("A job is found with its items, as they were stored", async () => {
    const origin = { jobId: "o".repeat(22), why: "finish" } as const;
    const id = (await storeJob({ ...job, origin }, numbers(1_200))) ?? "";
    expect(await findJob(id)).toMatchObject({ ...job, id, origin, total: 1_200, state: "running", backoffCount: 0 });
    expect((await jobsOf("anna", 1)).map((each) => each.id)).toEqual([id]);
    expect(await findFollowUpJob({ ...(await findJob(id))!, id: origin.jobId })).toBe(id);
    const items = await itemsFrom(id, 400, 200);
    expect(items.map(({ place }) => place)).toEqual(Array.from({ length: 200 }, (_none, at) => 400 + at));
    expect(items[0]).toEqual({ place: 400, item: { at: 400 }, isBegun: false, outcome: null });
    expect(await findJob("not an id \0")).toBeUndefined();
  });

  test("Items are begun and ended in batches, and counted by their results", async () => {
    const id = await lay(numbers(6));
    const lease = await leaseOf(id);
    const first = await beginItems(id, lease, 4);
    expect(first).toMatchObject([0, 1, 2, 3].map((at) => ({ place: at, item: { at }, isBegun: false })));
    const ends: [number, ItemOutcome][] = [
      [0, { result: "done", added: true, sellerId: "s0", name: "Żółw" }],
      [1, { result: "failed", reason: "gone", detail: "Nie ma" }],
      [2, { result: "unknown" }],
    ];
    await lease.write((tx) => putOutcomes(tx, id, ends));
    // The process dies; the next one tries again first what may have been tried.
    expect(await beginItems(id, lease, 4)).toMatchObject([{ place: 3, isBegun: true }]);
    await lease.write((tx) => putOutcomes(tx, id, [[3, { result: "done" }]]));
    expect((await beginItems(id, lease, 4))?.map(({ place }) => place)).toEqual([4, 5]);
    await lease.write((tx) => putOutcomes(tx, id, [[4, { result: "skipped" }]]));
    expect(await countItems({ id, total: 6 })).toEqual({ done: 2, skipped: 1, failed: 1, unknown: 1, added: 1 });
    expect(await hasOpenItems(id)).toBe(true);
    const stored = await itemsFrom(id, 0, 6);
    expect(stored.map(({ outcome }) => outcome)).toMatchObject([
      ...ends.map(([, each]) => each),
      { result: "done" },
      { result: "skipped" },
      null,
    ]);
    expect((await problemItems(id, 1, 1)).map(({ place }) => place)).toEqual([2]);
    const added: number[] = [];
    for await (const { place } of allItems(id, "added")) added.push(place);
    expect(added).toEqual([0]);
    await lease.release();
    expect(await beginItems(id, lease, 4)).toMatchObject([{ isBegun: true }]);
    await setItem(id, 5, { result: "waiting" });
    expect(await beginItems(id, lease, 4)).toBeUndefined();
  });

  test("A final outcome is kept, unless a failure becomes a success", async () => {
    const id = await lay(numbers(3));
    const put = (...results: ItemOutcome["result"][]) => {
      const outcomes = results.map((result, place): [number, ItemOutcome] => [place, { result }]);
      return inTransaction((tx) => putOutcomes(tx, id, outcomes));
    };
    await put("failed", "unknown", "failed");
    await put("unknown", "done", "done");
    await put("unknown", "failed", "failed");
    expect((await itemsFrom(id, 0, 3)).map(({ outcome }) => outcome?.result)).toEqual(["failed", "done", "done"]);
  });

  test("An outcome's texts are shortened, and a too long id is left out", async () => {
    const id = await lay();
    const long: ItemOutcome = {
      result: "failed",
      detail: "d".repeat(900),
      name: "n".repeat(900),
      sellerId: "s".repeat(9_000),
    };
    await inTransaction((tx) => putOutcomes(tx, id, [[0, long]]));
    const [item] = await itemsFrom(id, 0, 1);
    expect(item?.outcome).toMatchObject({ detail: "d".repeat(500), name: "n".repeat(200), sellerId: undefined });
  });

  test("A job without items, or with unreadable ones, leaves nothing", async () => {
    const cutOff = async function* () {
      yield* numbers(600);
      throw new Error("cut off");
    };
    const db = await database();
    await sweepOnce(db);
    const before = await allRows();
    await expect(storeJob(job, cutOff())).rejects.toThrow("cut off");
    expect(await storeJob(job, [])).toBeUndefined();
    await sweepOnce(db);
    const after = await allRows();
    expect([after.jobs.length, after.items.length]).toEqual([before.jobs.length, before.items.length]);
  });

  test("Nobody sees a job while it is stored, and a dead process's is deleted", async () => {
    let seen: unknown[] = [];
    const watched = async function* () {
      yield* numbers(500);
      const stored = await (await database()).selectFrom("jobs").select("id").where("sub", "=", "slow").execute();
      const [id = ""] = stored.map((row) => row.id);
      seen = [id === "", await findJob(id), await jobsOf("slow"), (await readyJobs()).some((each) => each.id === id)];
      await setJob(id, { expires_at: Date.now() });
      await sweepOnce(await database());
      yield* numbers(1);
    };
    const storing = storeJob({ ...job, owner: { sub: "slow", name: "S" } }, watched());
    await expect(storing).rejects.toThrow("took too long");
    expect(seen).toEqual([false, undefined, [], false]);
    expect(await jobsOf("slow")).toEqual([]);
  });

  test("A deleted job is gone at once, and its rows after a sweep", async () => {
    const [gone, kept] = [await lay(numbers(700)), await lay(numbers(3))];
    await expireJob(gone);
    expect([await findJob(gone), (await findJob(kept))?.total]).toEqual([undefined, 3]);
    await sweepOnce(await database());
    expect([await rowsOf(gone), await rowsOf(kept)]).toEqual([
      { jobs: 0, items: 0 },
      { jobs: 1, items: 3 },
    ]);
  });

  test("A person has 1,000 jobs at most, of which ended ones give way", async () => {
    const owner = { sub: "busy", name: "B" };
    const row = { kind: "none", params: "{}", session: "s", sub: "busy", total: 1, is_stopping: 0, waits: 0 } as const;
    const ids = Array.from({ length: 1_000 }, (_none, at) => `busy-${at}`);
    const stateAt = (at: number) => (at === 300 || at === 700 ? "finished" : "paused");
    const rows = ids.map(
      (id, at) => ({ ...row, id, state: stateAt(at), created_at: at, expires_at: Date.now() + 600_000 }) as const,
    );
    for (const half of [rows.slice(0, 500), rows.slice(500)])
      await (await database()).insertInto("jobs").values(half).execute();
    const left = async () => {
      const jobs = (await database())
        .selectFrom("jobs")
        .select("id")
        .where("sub", "=", "busy")
        .where("state", "=", "finished");
      return (await jobs.where("expires_at", ">", Date.now()).execute()).map(({ id }) => id);
    };
    await lay([1], { owner });
    expect(await left()).toEqual(["busy-700"]);
    await lay([1], { owner });
    expect(await left()).toEqual([]);
    await expect(lay([1], { owner })).rejects.toThrow(QuotaExceeded);
    await lay([1], { owner: { sub: "another", name: "A" } });
  });

  test("A person's jobs have 500,000 items together at most", async () => {
    const owner = { sub: "much", name: "M" };
    const [over, running] = [await lay([1], { owner }), await lay([1], { owner })];
    await setJob(over, { state: "finished", total: 100_000 });
    await setJob(running, { total: 399_999 });
    const one = await lay([1], { owner });
    expect([await stateOf(over), await stateOf(one)]).toEqual(["finished", "running"]);
    const next = await lay([1], { owner });
    expect([await stateOf(over), await stateOf(next)]).toEqual([undefined, "running"]);
    await setJob(next, { total: 100_000 });
    await expect(lay([1], { owner })).rejects.toMatchObject({ kind: "job" });
  });
});
