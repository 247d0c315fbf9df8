import { expect, test, vi } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { MAX_LEFT_OUT, MAX_SELECTED } from "./selection";
import { findSelection, readPostedSelection, storeSelection } from "./selection.server";

test.each([
  ["all=1&leftOut=a", ["a"]],
  ["all=1&rows=a&rows=b&rows=c&ids=b", ["a", "c"]],
  ["all=1&rows=a&rows=b&ids=a&ids=b&leftOut=x&leftOut=a", ["x"]],
])("The form %s leaves out %j", (fields, leftOut) => {
  expect(readPostedSelection(new URLSearchParams(fields))).toMatchObject({ all: true, leftOut });
});

onBothEngines(() => {
  test("A selection gives its person the rows, each once, and nobody else", async () => {
    const { name = "" } = await storeSelection("ewa", { ids: ["a", "b", "a", "", "x".repeat(600)], filter: "q=x" });
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(await findSelection("ewa", name)).toEqual({ ids: ["a", "b"], filter: "q=x" });
    expect((await findSelection("adam", name)).ids).toEqual([]);
    expect((await findSelection("ewa", "0123456789_-ABCDEFghij")).ids).toEqual([]);
  });

  test("A selection without rows isn't stored, and a larger one is cut", async () => {
    expect(await storeSelection("ewa", { ids: [] })).toEqual({ count: 0, leftOut: 0 });
    const ids = Array.from({ length: MAX_SELECTED + 5 }, (_, n) => `s${n}`);
    const { name = "", ...counts } = await storeSelection("ewa", { ids });
    expect(counts).toEqual({ count: MAX_SELECTED, leftOut: 5 });
    expect((await findSelection("ewa", name)).ids).toEqual(ids.slice(0, MAX_SELECTED));
  });

  test("A selection of all that match stores a bounded number of exceptions", async () => {
    const { name = "" } = await storeSelection("ewa", { ids: [], filter: "q=x", all: true });
    expect(await findSelection("ewa", name)).toEqual({ ids: [], filter: "q=x", all: true });
    const ids = Array.from({ length: MAX_LEFT_OUT + 5 }, (_, n) => `s${n}`);
    const { name: other = "", ...counts } = await storeSelection("ewa", { ids, all: true });
    expect(counts).toEqual({ count: MAX_LEFT_OUT, leftOut: 5 });
    expect((await findSelection("ewa", other)).ids).toEqual(ids.slice(0, MAX_LEFT_OUT));
  });

  test("A selection of a thousand very long ids is cut to what fits", async () => {
    const ids = Array.from({ length: MAX_SELECTED }, (_, n) => `${n}${"ł".repeat(500)}`);
    const { name = "", count, leftOut } = await storeSelection("ewa", { ids });
    expect(count).toBeGreaterThan(300);
    expect(count + leftOut).toBe(MAX_SELECTED);
    expect((await findSelection("ewa", name)).ids).toEqual(ids.slice(0, count));
  });

  test("A person keeps their 20 newest selections", async () => {
    const { name: other = "" } = await storeSelection("adam", { ids: ["x"] });
    const names: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let n = 0; n < 25; n += 1) {
      vi.setSystemTime(Date.now() + 1);
      names.push((await storeSelection("ola", { ids: [`${n}`] })).name ?? "");
    }
    const live = await Promise.all(names.map((name) => findSelection("ola", name)));
    expect(live.map(({ ids }) => ids.length)).toEqual(names.map((_, n) => (n < 5 ? 0 : 1)));
    expect((await findSelection("adam", other)).ids).toEqual(["x"]);
    vi.setSystemTime(Date.now() + 12 * 3_600_000);
    expect((await findSelection("adam", other)).ids).toEqual([]);
    vi.useRealTimers();
  });
});
