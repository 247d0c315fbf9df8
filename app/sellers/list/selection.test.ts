import { expect, test } from "vitest";
import { type Chosen, MAX_SELECTED, parseChosen, printChosen, withRows } from "./selection";

const chosen = (...ids: string[]): Chosen => ({ ids: new Set(ids) });
const many = (count: number, name = "s") => Array.from({ length: count }, (_, n) => `${name}${n}`);

test("rows come and go, and ticking a row takes back that all are meant", () => {
  expect(withRows(chosen("a"), ["b", "c"], true)).toEqual(chosen("a", "b", "c"));
  expect(withRows(chosen("a", "b"), ["b", "x"], false)).toEqual(chosen("a"));
  expect(withRows({ ...chosen("a"), all: "status=active" }, ["b"], true)).toEqual(chosen("a", "b"));
});

test("what finds no room changes nothing; taking away always works", () => {
  const full = chosen(...many(MAX_SELECTED));
  expect(withRows(full, ["one more"], true)).toBe(full);
  expect(withRows(chosen(...many(MAX_SELECTED - 1)), many(2, "t"), true).ids.size).toBe(MAX_SELECTED - 1);
  expect(withRows(full, ["s0"], true).ids.size).toBe(MAX_SELECTED);
  expect(withRows(full, many(10), false).ids.size).toBe(MAX_SELECTED - 10);
});

test("what is chosen can be written down and read again; anything else is nothing", () => {
  for (const state of [chosen(), chosen("a", "ł"), { ...chosen("a"), all: "status=active", by: "Anna" }]) {
    expect(parseChosen(printChosen(state))).toEqual(state);
  }
  for (const text of [undefined, "", "null", "[]", "{}", '{"ids":1}', "{"]) expect(parseChosen(text)).toBeUndefined();
  expect(parseChosen(JSON.stringify({ ids: [1, "a", ...many(2_000)], all: 7 }))?.ids.size).toBe(MAX_SELECTED);
});
