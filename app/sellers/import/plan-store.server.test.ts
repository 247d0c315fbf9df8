import { expect, test, vi } from "vitest";
import { OverBudget } from "~/.server/store/budget";
import { StoreUnavailable, store } from "~/.server/store/open-store";
import { endJob, jobStatusOf } from "~/sellers/jobs/job-state.server";
import { findJob, itemsOf, jobsOf, storePlannedJob } from "~/sellers/jobs/job-store.server";
import { giveOwnStore } from "../../../test/support/own-store";
import { stored } from "../../../test/support/stored";
import { beginPlan, dropPlan, findPlan, type Plan } from "./plan-store.server";

giveOwnStore();

const planOf = (sub: string): Plan => ({
  sub,
  fileName: "sprzedawcy.csv",
  digest: "",
  checkedAt: 0,
  format: "csv",
  counts: { create: 1, update: 0, unchanged: 0, wrong: 0 },
  zeros: 0,
  headings: [],
  places: {},
  headingLine: 1,
  faults: [],
  ignored: [],
  preview: [],
  itemBytes: 0,
  wrongChunks: 0,
});

async function storePlan(sub: string): Promise<string> {
  const plan = await beginPlan(sub);
  await plan.items.add(row);
  await plan.end({ ...planOf(sub), ...(await plan.endRows()) });
  return plan.id;
}

async function startPlan(id: string, sub: string, bytes?: number): Promise<boolean> {
  const { itemBytes = 0 } = (await findPlan(id, sub)) ?? {};
  const job = { id, kind: "seller-import", params: {}, owner: { sub }, session: "s", total: 1 };
  return storePlannedJob({ ...job, bytes: bytes ?? itemBytes });
}

const rowsOf = (id: string) => itemsOf({ id, total: 1 }, 0);
const row = { name: "Żółta Łódź" };

test("a person keeps their five latest plans; nothing of older ones stays", async () => {
  const others = await storePlan("adam");
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push(await storePlan("ewa"));
  const live = await Promise.all(ids.map((id) => findPlan(id, "ewa")));
  expect(live.map(Boolean)).toEqual([false, false, true, true, true, true, true]);
  expect(await stored("job-items:")).toMatchObject({ values: 6 });
  expect(await findPlan(others, "adam")).toBeDefined();
});

test("five checks that died with their processes lock a person out for a minute at most", async () => {
  for (let n = 0; n < 5; n += 1) await beginPlan("jan");
  await expect(beginPlan("jan")).rejects.toThrow(OverBudget);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  try {
    await storePlan("jan");
  } finally {
    vi.useRealTimers();
  }
});

test("a plan of more than 32 MB is refused, and nothing of it stays", async () => {
  const before = [await stored("import"), await stored("job")];
  const plan = await beginPlan("iga");
  const wrong = { line: 2, cells: ["x".repeat(550_000)], problems: [] };
  let rows = 0;
  const fill = async () => {
    for (; rows < 100; rows += 1) await plan.wrong.add(wrong);
  };
  await expect(fill()).rejects.toThrow(OverBudget);
  expect(rows).toBeGreaterThan(30);
  expect(rows).toBeLessThan(64);
  await plan.abandon();
  expect([await stored("import"), await stored("job")]).toEqual(before);
});

test("a job reads a plan's rows where the plan has stored them, also after the plan has given way or expired", async () => {
  const [first, second] = [await storePlan("ola"), await storePlan("ola")];
  const before = await stored("job-items:");
  const began = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: began + 20 * 3_600_000 });
  try {
    expect(await startPlan(first, "ola")).toBe(true);
    expect(await startPlan(second, "ola")).toBe(true);
    expect(await stored("job-items:")).toEqual(before);
    await dropPlan(first);
    vi.setSystemTime(began + 29 * 86_400_000);
    expect(await findPlan(second, "ola")).toBeUndefined();
    for (const id of [first, second]) expect([(await findJob(id))?.total, await rowsOf(id)]).toEqual([1, [row]]);
  } finally {
    vi.useRealTimers();
  }
});

test("the rows of a plan that isn't started expire and are dropped with it", async () => {
  const [dropped, expired] = [await storePlan("ewa"), await storePlan("ewa")];
  await dropPlan(dropped);
  expect(await rowsOf(dropped)).toEqual([undefined]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  try {
    expect(await rowsOf(expired)).toEqual([undefined]);
    expect(await startPlan(expired, "ewa", 100)).toBe(false);
    expect(await jobsOf("ewa", 10)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a plan started twice is one job, which a process that wakes up late doesn't begin again", async () => {
  const id = await storePlan("iza");
  expect(await startPlan(id, "iza")).toBe(true);
  await endJob(id, "stopped");
  expect(await startPlan(id, "iza")).toBe(true);
  expect((await jobStatusOf(id))?.state).toBe("stopped");
  expect((await jobsOf("iza", 10)).map((job) => job.id)).toEqual([id]);
});

test("a plan whose start failed can be started again, whether the process died or there was no room", async () => {
  const id = await storePlan("jan");
  await expect(startPlan(id, "jan", 200 * 1024 * 1024)).rejects.toThrow(OverBudget);
  const stores = await store();
  const put = stores.put.bind(stores);
  const dying = vi.spyOn(stores, "put").mockImplementation(async (key, ...more) => {
    if (key.startsWith("job:")) throw new StoreUnavailable(new Error("killed"));
    return put(key, ...more);
  });
  await expect(startPlan(id, "jan")).rejects.toThrow(StoreUnavailable);
  dying.mockRestore();
  expect(await findJob(id)).toBeUndefined();
  expect(await startPlan(id, "jan")).toBe(true);
  expect(await rowsOf(id)).toEqual([row]);
  expect((await jobsOf("jan", 10)).map((job) => job.id)).toEqual([id]);
});
