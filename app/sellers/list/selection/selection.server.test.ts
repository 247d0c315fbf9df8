import { expect, test, vi } from "vitest";
import { onBothEngines } from "../../../../test/support/own-database";

import { MAX_LEFT_OUT, MAX_SELECTED } from "./selection";
import { findSelection, readSelectedRows, storeSelection } from "./selection.server";

test.each([
  ["all=1&leftOut=a", ["a"]],
  ["all=1&rows=a&rows=b&rows=c&ids=b", ["a", "c"]],
  ["all=1&rows=a&rows=b&ids=a&ids=b&leftOut=x&leftOut=a", ["x"]],
])("The form %s leaves out %j", (fields, leftOut) => {
  expect(readSelectedRows(new URLSearchParams(fields))).toEqual({ all: true, leftOut });
});

const nobody = { all: false as const, ids: [], filter: "" };

onBothEngines(() => {
  test("A selection gives its person the rows, each once, and nobody else", async () => {
    const rows = readSelectedRows(new URLSearchParams(`ids=a&ids=b&ids=a&ids=&ids=${"x".repeat(600)}`));
    const { id = "" } = await storeSelection("ewa", { ...rows, filter: "q=x" });
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(await findSelection("ewa", id)).toEqual({ all: false, ids: ["a", "b"], filter: "q=x" });
    expect(await findSelection("adam", id)).toEqual(nobody);
    expect(await findSelection("ewa", "0123456789_-ABCDEFghij")).toEqual(nobody);
  });

  test("A selection without rows isn't stored, and a larger one is cut", async () => {
    expect(await storeSelection("ewa", nobody)).toEqual({ storedCount: 0, droppedCount: 0 });
    const ids = Array.from({ length: MAX_SELECTED + 5 }, (_, n) => `s${n}`);
    const { id = "", ...counts } = await storeSelection("ewa", { all: false, ids, filter: "" });
    expect(counts).toEqual({ storedCount: MAX_SELECTED, droppedCount: 5 });
    expect(await findSelection("ewa", id)).toMatchObject({ ids: ids.slice(0, MAX_SELECTED) });
  });

  test("A selection of all that match stores a bounded number of exceptions", async () => {
    const { id = "" } = await storeSelection("ewa", { all: true, leftOut: [], filter: "q=x" });
    expect(await findSelection("ewa", id)).toEqual({ all: true, leftOut: [], filter: "q=x" });
    const leftOut = Array.from({ length: MAX_LEFT_OUT + 5 }, (_, n) => `s${n}`);
    const { id: other = "", ...counts } = await storeSelection("ewa", { all: true, leftOut, filter: "" });
    expect(counts).toEqual({ storedCount: MAX_LEFT_OUT, droppedCount: 5 });
    expect(await findSelection("ewa", other)).toMatchObject({ leftOut: leftOut.slice(0, MAX_LEFT_OUT) });
  });

  test("A selection of a thousand very long ids is cut to what fits", async () => {
    const ids = Array.from({ length: MAX_SELECTED }, (_, n) => `${n}${"ł".repeat(500)}`);
    const { id = "", storedCount, droppedCount } = await storeSelection("ewa", { all: false, ids, filter: "" });
    expect(storedCount).toBeGreaterThan(300);
    expect(storedCount + droppedCount).toBe(MAX_SELECTED);
    expect(await findSelection("ewa", id)).toMatchObject({ ids: ids.slice(0, storedCount) });
  });

  test("A person keeps their 20 newest selections", async () => {
    const { id: other = "" } = await storeSelection("adam", { all: false, ids: ["x"], filter: "" });
    const stored: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let n = 0; n < 25; n += 1) {
      vi.setSystemTime(Date.now() + 1);
      stored.push((await storeSelection("ola", { all: false, ids: [`${n}`], filter: "" })).id ?? "");
    }
    const found = await Promise.all(stored.map((id) => findSelection("ola", id)));
    expect(found).toMatchObject(stored.map((_, n) => (n < 5 ? nobody : { ids: [`${n}`] })));
    expect(await findSelection("adam", other)).toMatchObject({ ids: ["x"] });
    vi.setSystemTime(Date.now() + 12 * 3_600_000);
    expect(await findSelection("adam", other)).toEqual(nobody);
    vi.useRealTimers();
  });
});
