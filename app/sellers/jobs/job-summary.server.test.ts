import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { getT } from "~/i18n/i18n.server";
import { anna, JobWorld } from "../../../test/support/job-world";
import { backOff, jobStatusOf, putJobStatus, putProgress } from "./job-store.server";
import { jobSummary } from "./job-summary.server";
import { recentJobs } from "./recent-jobs.server";

let world: JobWorld;
beforeAll(async () => {
  world = await JobWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

const listed = async () => {
  const ctx = { session: anna, t: getT("pl") } as unknown as FranchiseeContext;
  return (await recentJobs(ctx)).recent[0];
};

test("a job that waits for the backend is told so, on the list too, until it is over", async () => {
  const id = await world.lay(3);
  expect(await jobSummary({ id, total: 3 })).toMatchObject({ state: "running", shown: "running", over: false });
  await backOff(id, 60);
  expect(await jobSummary({ id, total: 3 })).toMatchObject({ state: "running", shown: "backingOff", over: false });
  expect(await listed()).toMatchObject({ id, stateText: "Czeka na system sprzedawców" });
  await putJobStatus(id, { state: "stopped", session: world.session, endedAt: 1 });
  expect(await jobSummary({ id, total: 3 })).toMatchObject({ shown: "stopped", over: true, endedAt: 1 });
  expect((await listed())?.stateText).toBe("Zatrzymano");
});

test("what failed and what nobody knows of is to be checked, and what was skipped isn't", async () => {
  const id = await world.lay(10);
  const counts = { done: 4, skipped: 3, failed: 2, unknown: 1, added: 0 };
  await putProgress(id, { chunk: 1, before: counts, counts, problems: [0], rests: 0 });
  expect((await jobStatusOf(id))?.state).toBe("running");
  expect(await jobSummary({ id, total: 10 })).toMatchObject({ ended: 10, problems: 3, counts });
  expect(await listed()).toMatchObject({ ended: 10, total: 10, problems: 3 });
});
