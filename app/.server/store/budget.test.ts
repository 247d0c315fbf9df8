import { expect, it, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { type Bounds, Budget, type Entry, OverBudget } from "./budget";
import { store } from "./open-store";

giveOwnStore();

const HOUR = 3_600_000;
const entry = (id: string, bytes = 1, more: Partial<Entry> = {}): Entry => ({
  id,
  bytes,
  until: Date.now() + HOUR,
  ...more,
});
let kinds = 0;

/** A kind of records of its own, whose dropped ones are told. */
function budgetOf(bounds: Bounds, mayEvict = async (_id: string) => true) {
  const dropped: string[] = [];
  const drop = async (id: string) => void dropped.push(id);
  const kind = `kind-${kinds++}`;
  return { kind, dropped, budget: new Budget(kind, { bounds, mayEvict, drop }) };
}

it("the oldest give way: to one too many, and to what is too large beside them", async () => {
  const { budget, dropped } = budgetOf({ records: 3, bytes: 10 });
  for (const id of ["a", "b", "c", "d"]) await budget.take("anna", entry(id));
  expect([await budget.idsOf("anna"), dropped]).toEqual([["b", "c", "d"], ["a"]]);
  await budget.take("anna", entry("e", 9));
  expect([await budget.idsOf("anna"), dropped]).toEqual([
    ["d", "e"],
    ["a", "b", "c"],
  ]);
  expect([await budget.holds("anna", "d"), await budget.holds("anna", "a")]).toEqual([true, false]);
  expect(await budget.idsOf("jan")).toEqual([]);
});

it("one that grows gives way to nothing of its own, and stands last", async () => {
  const { budget, dropped } = budgetOf({ records: 2, bytes: 10 });
  await budget.take("anna", entry("a", 4));
  await budget.take("anna", entry("b", 6));
  await budget.take("anna", entry("a", 4));
  expect([await budget.idsOf("anna"), dropped]).toEqual([["b", "a"], []]);
});

it("what may not go, or is still being written down, stays, and the new one is refused", async () => {
  const stays = budgetOf({ records: 1, bytes: 10 }, async () => false);
  await stays.budget.take("anna", entry("a"));
  await expect(stays.budget.take("anna", entry("b"))).rejects.toThrow(OverBudget);
  const begun = budgetOf({ records: 1, bytes: 10 });
  await begun.budget.take("anna", entry("a", 1, { isUnfinished: true }));
  await expect(begun.budget.take("anna", entry("b"))).rejects.toThrow(/this kind stored: kind-\d/);
  expect([stays.dropped, begun.dropped, await begun.budget.idsOf("anna")]).toEqual([[], [], ["a"]]);
});

it("one alone has its own bound, which is all of them where none is given", async () => {
  expect(budgetOf({ records: 2, bytes: 10 }).budget.maxBytes).toBe(10);
  const { budget } = budgetOf({ records: 2, bytes: 10, bytesEach: 5 });
  await budget.take("anna", entry("a", 5));
  await expect(budget.take("anna", entry("b", 6))).rejects.toThrow(OverBudget);
  expect(await budget.idsOf("anna")).toEqual(["a"]);
});

it("what is released counts no more, and nothing else goes with it", async () => {
  const { budget, dropped } = budgetOf({ records: 2, bytes: 10 });
  await budget.take("anna", entry("a"));
  await budget.take("anna", entry("b"));
  await budget.release("anna", "a");
  expect([await budget.idsOf("anna"), dropped]).toEqual([["b"], []]);
});

it("what has expired counts no more; what was begun and never ended is taken out of the store", async () => {
  const { budget, dropped } = budgetOf({ records: 2, bytes: 10 });
  vi.useFakeTimers({ toFake: ["Date"] });
  await budget.take("anna", entry("old", 1, { until: Date.now() + 50 }));
  await budget.take("anna", entry("begun", 1, { until: Date.now() + 50, isUnfinished: true }));
  vi.setSystemTime(Date.now() + 50);
  await budget.take("anna", entry("new"));
  vi.useRealTimers();
  expect([await budget.idsOf("anna"), dropped]).toEqual([["new"], ["begun"]]);
});

it("its ledger lives a minute longer than what it counts", async () => {
  const { budget } = budgetOf({ records: 2, bytes: 10 });
  const put = vi.spyOn(await store(), "putIfAbsent");
  await budget.take("anna", entry("a"));
  const [, , seconds = 0] = put.mock.calls[0] ?? [];
  expect(Math.round(seconds)).toBe(3_660);
  put.mockRestore();
});

it("a ledger that can't be read counts for nothing, and a record that can't be dropped holds nobody up", async () => {
  const { kind, budget } = budgetOf({ records: 1, bytes: 10 });
  await budget.take("anna", entry("a"));
  const get = vi.spyOn(await store(), "get");
  await budget.idsOf("anna");
  const ledger = get.mock.calls[0]?.[0] ?? "";
  get.mockRestore();
  await (await store()).put(ledger, '[{"id":7}]', 60);
  expect(await budget.idsOf("anna")).toEqual([]);
  const stuck = new Budget(kind, {
    bounds: { records: 1, bytes: 10 },
    mayEvict: async () => true,
    drop: async () => Promise.reject(new Error("down")),
  });
  await stuck.take("anna", entry("b"));
  await stuck.take("anna", entry("c"));
  expect(await stuck.idsOf("anna")).toEqual(["c"]);
});
