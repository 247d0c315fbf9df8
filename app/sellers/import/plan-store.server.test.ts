import { expect, test, vi } from "vitest";
import { OverBudget } from "~/.server/store/budget";
import { giveOwnStore } from "../../../test/support/own-store";
import { stored } from "../../../test/support/stored";
import { beginPlan, findPlan, markStarted, type Plan } from "./plan-store.server";

giveOwnStore();

const planOf = (sub: string): Plan => ({
  sub,
  fileName: "sprzedawcy.csv",
  format: "csv",
  counts: { create: 1, update: 0, unchanged: 0, wrong: 0 },
  zeros: 0,
  headings: [],
  ignored: [],
  preview: [],
  itemChunks: 1,
  wrongChunks: 0,
});

async function lookedAt(sub: string): Promise<string> {
  const plan = await beginPlan(sub);
  await plan.items.add({ name: "Żółta Łódź" });
  await plan.items.end();
  await plan.end(planOf(sub));
  return plan.id;
}

test("a person has five files looked at, the newest; of older ones nothing stays, and others keep theirs", async () => {
  const others = await lookedAt("adam");
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push(await lookedAt("ewa"));
  const live = await Promise.all(ids.map((id) => findPlan(id, "ewa")));
  expect(live.map(Boolean)).toEqual([false, false, true, true, true, true, true]);
  expect(await stored("import-items:")).toMatchObject({ values: 6 });
  expect(await findPlan(others, "adam")).toBeDefined();
});

test("one that comes to more than 32 MB is refused, and nothing of it stays", async () => {
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

test("one that is started late ends with its rows", async () => {
  const id = await lookedAt("ola");
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
