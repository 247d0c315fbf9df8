import { expect, test } from "vitest";
import { type Chosen, isTicked, MAX_LEFT_OUT, MAX_SELECTED, parseChosen, printChosen, withRows } from "./selection";

const ALL = "";
const chosen = (...ids: string[]): Chosen => ({ ids: new Map(ids.map((id) => [id, ALL])) });
const many = (count: number, name = "s") => Array.from({ length: count }, (_, n) => `${name}${n}`);

test("rows come and go, each with the filter under which it was ticked", () => {
  expect(withRows(chosen("a"), ["b", "c"], true, ALL)).toEqual(chosen("a", "b", "c"));
  expect(withRows(chosen("a", "b"), ["b", "x"], false, ALL)).toEqual(chosen("a"));
  expect(withRows(chosen("a"), ["b"], true, "q=x").ids).toEqual(
    new Map([
      ["a", ALL],
      ["b", "q=x"],
    ]),
  );
});

test("where all of a list are meant, single rows are left out; on another list a tick takes that back", () => {
  const all = { ...chosen("a"), all: "status=active" };
  const butOne = withRows(all, ["b"], false, "status=active");
  expect(butOne).toEqual({ ...all, leftOut: new Set(["b"]) });
  expect(["a", "b", "c"].map((id) => isTicked(butOne, id, "status=active"))).toEqual([true, false, true]);
  expect(withRows(butOne, ["b"], true, "status=active")).toEqual({ ...all, leftOut: new Set() });
  expect(withRows(butOne, ["c"], true, ALL)).toEqual(chosen("a", "c"));
  const full = { ...all, leftOut: new Set(many(MAX_LEFT_OUT)) };
  expect(withRows(full, ["one more"], false, "status=active")).toBe(full);
});

test("what finds no room changes nothing; taking away always works", () => {
  const full = chosen(...many(MAX_SELECTED));
  expect(withRows(full, ["one more"], true, ALL)).toBe(full);
  expect(withRows(chosen(...many(MAX_SELECTED - 1)), many(2, "t"), true, ALL).ids.size).toBe(MAX_SELECTED - 1);
  expect(withRows(full, ["s0"], true, ALL).ids.size).toBe(MAX_SELECTED);
  expect(withRows(full, many(10), false, ALL).ids.size).toBe(MAX_SELECTED - 10);
});

test("what is chosen can be written down and read again; anything else is nothing", () => {
  for (const state of [
    chosen(),
    chosen("a", "ł"),
    { ...chosen("a"), all: "status=active", leftOut: new Set(["b"]), by: "Anna" },
  ]) {
    expect(parseChosen(printChosen(state))).toEqual(state);
  }
  for (const text of [undefined, "", "null", "[]", "{}", '{"ids":1}', "{"]) expect(parseChosen(text)).toBeUndefined();
  const pairs = many(2_000).map((id) => [id, ALL]);
  expect(parseChosen(JSON.stringify({ ids: [1, ["a"], ...pairs], all: 7 }))?.ids.size).toBe(MAX_SELECTED);
});
