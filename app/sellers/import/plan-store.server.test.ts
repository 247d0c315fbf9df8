import { expect, test, vi } from "vitest";
import { OverBudget } from "~/.server/store/budget";
import { giveOwnStore } from "../../../test/support/own-store";
import { stored } from "../../../test/support/stored";
import { beginPlan, findPlan, markStarted, type Plan } from "./plan-store.server";

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
  itemChunks: 1,
  wrongChunks: 0,
});

async function storePlan(sub: string): Promise<string> {
  const plan = await beginPlan(sub);
  await plan.items.add({ name: "Żółta Łódź" });
  await plan.items.end();
  await plan.end(planOf(sub));
  return plan.id;
}

test("a person keeps their five latest plans; nothing of older ones stays", async () => {
  const others = await storePlan("adam");
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push(await storePlan("ewa"));
  const live = await Promise.all(ids.map((id) => findPlan(id, "ewa")));
  expect(live.map(Boolean)).toEqual([false, false, true, true, true, true, true]);
  expect(await stored("import-items:")).toMatchObject({ values: 6 });
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
  const before = await stored("import");
  const plan = await beginPlan("iga");
  const row = { note: "x".repeat(550_000) };
  let rows = 0;
  const fill = async () => {
    for (; rows < 100; rows += 1) await plan.items.add(row);
  };
  await expect(fill()).rejects.toThrow(OverBudget);
  expect(rows).toBeGreaterThan(30);
  expect(rows).toBeLessThan(64);
  await plan.abandon();
  expect(await stored("import")).toEqual(before);
});

test("a plan that is started late expires with its rows", async () => {
  const id = await storePlan("ola");
  const began = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: began + 20 * 3_600_000 });
  try {
    await markStarted(id, planOf("ola"), "job");
    expect(await findPlan(id, "ola")).toMatchObject({ jobId: "job" });
    vi.setSystemTime(began + 25 * 3_600_000);
    expect(await findPlan(id, "ola")).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
