import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { store } from "~/.server/store/open-store";
import { seal } from "~/.server/store/seal";
import type { Translate } from "~/i18n/catalogues";
import { anna, finished, JobWorld, outcomesOfAll, params, run } from "../../../test/support/job-world";
import { isOver } from "./job";
import { titleOf } from "./job-registry.server";
import { jobStatusOf, progressOf } from "./job-state.server";
import { findJob, jobsOf, storeJob } from "./job-store.server";
import { superviseJobs } from "./supervisor.server";
import { unfinishedJobs } from "./unfinished-jobs.server";

/* What a later release wrote down is read by this one after a rollback, or beside it while it is rolled out. */

let world: JobWorld;
beforeAll(async () => {
  world = await JobWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

const untranslated = ((key: string) => key) as Translate;
const put = async (key: string, value: unknown) =>
  (await store()).put(key, typeof value === "string" ? value : JSON.stringify(value), 600);

test("a state that only a later release knows rests the job: nobody works on it, and it isn't forgotten", async () => {
  const id = await world.lay(2);
  await put(`job-state:${id}`, { state: "waitingForApproval", session: world.session, by: "ewa" });
  expect((await jobStatusOf(id))?.state).toBe("paused");
  await run(id);
  expect(world.writes).toEqual([]);
  expect(isOver((await jobStatusOf(id))?.state)).toBe(false);
});

test.each([
  ["no JSON", "eyJhbGciOiJkaXIifQ"],
  ["another shape", { step: 4 }],
  ["null", null],
])("how far it is, as %s: it begins anew, and does nothing twice", async (_what, progress) => {
  const id = await world.lay(3);
  await run(id);
  expect(world.writes).toHaveLength(3);
  await put(`job-progress:${id}`, progress);
  await put(`job-state:${id}`, { state: "running", session: world.session, since: 1 });
  expect((await progressOf(id)).chunk).toBe(0);
  await run(id);
  await finished(id);
  expect(world.writes).toHaveLength(3);
  expect((await progressOf(id)).counts).toMatchObject({ done: 3, failed: 0 });
});

test("an outcome that only a later release knows was tried, and isn't tried again", async () => {
  const id = await world.lay(2);
  const outcomes = [{ result: "postponed", until: 1 }, null];
  await put(`job-outcomes:${id}:0`, await seal({ outcomes, more: 1 }, { purpose: "job" }));
  await run(id);
  expect(world.writes).toEqual([world.seller(1).id]);
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["unknown", "done"]);
});

test("a reason that only a later release knows isn't told, and one that this one knows is", async () => {
  const id = await world.lay(2);
  const outcomes = ["postponed", "gone"].map((reason) => ({ result: "failed", reason }));
  await put(`job-outcomes:${id}:0`, await seal({ outcomes }, { purpose: "job" }));
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.reason)).toEqual([undefined, "gone"]);
});

test.each([
  ["seller-merging", { into: "1" }],
  ["seller-status", { status: "archived" }],
])("a job of the kind %s %j is left to whoever knows it, and listed without a name", async (kind, unknown) => {
  const given = { kind, params: unknown, owner: anna, session: world.session };
  const job = await storeJob(given, world.ids(2));
  await run(job?.id as string);
  expect(world.writes).toEqual([]);
  expect((await jobStatusOf(job?.id as string))?.state).toBe("running");
  const listed = await jobsOf(anna.sub, 1);
  expect(listed.map((each) => titleOf(each, untranslated))).toEqual([""]);
});

test("a job of another shape is absent, and the others are there", async () => {
  const [lost, kept] = [await world.lay(1), await world.lay(1)];
  await put(`job:${lost}`, await seal({ id: lost, version: 2 }, { purpose: "job" }));
  expect(await findJob(lost)).toBeUndefined();
  await run(lost);
  expect((await jobsOf(anna.sub, 50)).map(({ id }) => id)).toContain(kept);
  expect(titleOf({ kind: "seller-status", params }, untranslated)).not.toBe("");
});

test("a job is listed before it is there, and is worked on by who found it too early", async () => {
  const stored = await store();
  const put = stored.put.bind(stored);
  let listed: string[] = [];
  const early = vi.spyOn(stored, "put").mockImplementation(async (key, value, ttl) => {
    if (key.startsWith("job:")) {
      listed = (await unfinishedJobs()).map(({ id }) => id);
      await superviseJobs();
    }
    return put(key, value, ttl);
  });
  const id = await world.lay(2).finally(() => early.mockRestore());
  expect(listed).toContain(id);
  await superviseJobs();
  await finished(id);
});
