import { expect, test } from "vitest";
import { database, inTransaction } from "~/.server/db/database";
import { addNews, hasNews, takeNews } from "~/.server/db/news";
import { sweepOnce } from "~/.server/db/sweep";
import { allWrongRows, dropPlan, findPlan, PlanWriter, plansOf, sourceOf } from "~/sellers/import/plan-store.server";
import { startPlan } from "~/sellers/import/start-import.server";
import { leaseOf } from "../../../test/support/job-world";
import { scansOf } from "../../../test/support/query-plans";
import {
  allItems,
  beginItems,
  countItems,
  hasOpenItems,
  itemsFrom,
  problemItems,
  putOutcomes,
} from "./item-store.server";
import { backOff, endJob, mustStop, pauseJob, readyJobs, setRunning, stopJob } from "./job-state.server";
import { expireJob, findFollowUpJob, findJob, jobsOf, storeJob } from "./job-store.server";

const owner = { sub: "anna" };

async function useJobs() {
  const id = (await storeJob({ kind: "none", params: {}, owner, session: "s" }, [1, 2, 3])) ?? "";
  const lease = await leaseOf(id);
  await beginItems(id, lease, 2);
  await beginItems(id, lease, 2);
  await lease.write((tx) => putOutcomes(tx, id, [[0, { result: "failed" }]]));
  const job = await findJob(id);
  if (!job) throw new Error("The job is gone");
  await Promise.all([jobsOf("anna", 9), findFollowUpJob(job), readyJobs(), mustStop(id), hasOpenItems(id)]);
  await Promise.all([countItems(job), itemsFrom(id, 0, 100), problemItems(id, 0, 100)]);
  for await (const _item of allItems(id, "problems"));
  for await (const _item of allItems(id, "added"));
  await inTransaction((tx) => pauseJob(tx, id, "s"));
  await setRunning(id, "s");
  await inTransaction((tx) => backOff(tx, id, "unavailable", { seconds: 1, count: 1 }));
  await stopJob(id);
  await inTransaction((tx) => endJob(tx, id, "finished"));
  await inTransaction((tx) => addNews(tx, "anna", { jobId: id }, 1_000));
  await hasNews("anna");
  await takeNews("anna", 9);
  await expireJob(id);
}

async function useImports() {
  const plan = await PlanWriter.begin({ sub: "anna", fileName: "a.csv", digest: "d", checkedAt: 1 });
  await plan.add([1], [{ line: 2, cells: [], problems: [] }]);
  const counts = { create: 1, update: 0, unchanged: 0, wrong: 1 };
  const empty = { headings: [], places: {}, ignored: [], preview: [] };
  const id = await plan.end({ format: "csv", counts, zeros: 0, decimals: 0, hiddenRows: 0, headingLine: 1, ...empty });
  const found = await findPlan(id, "anna");
  if (!found) throw new Error("The plan is gone");
  await plansOf("anna");
  await sourceOf(found);
  for await (const _rows of allWrongRows(found));
  await startPlan(found, { owner, session: "s" });
  await dropPlan(id);
}

test("No query of jobs and imports reads a whole table", async () => {
  expect(await scansOf(useJobs)).toEqual([]);
  expect(await scansOf(useImports)).toEqual([]);
  expect(await scansOf(async () => sweepOnce(await database()))).toEqual([]);
});

test("A query that reads a whole table is found", async () => {
  const scans = await scansOf(async () => (await database()).selectFrom("job_items").select("place").execute());
  expect(scans.join()).toContain("SCAN job_items");
});
