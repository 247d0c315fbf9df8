import { expect, test } from "vitest";
import {
  isRowSelected,
  MAX_LEFT_OUT,
  MAX_SELECTED,
  parseSelection,
  printSelection,
  type Selection,
  selectRows,
} from "./selection";

const ALL = "";
const selected = (...ids: string[]): Selection => ({ ids: new Map(ids.map((id) => [id, ALL])) });
const many = (count: number, name = "s") => Array.from({ length: count }, (_, n) => `${name}${n}`);

test("Rows are selected and unselected with the filter of their list", () => {
  expect(selectRows(selected("a"), ["b", "c"], true, ALL)).toEqual(selected("a", "b", "c"));
  expect(selectRows(selected("a", "b"), ["b", "x"], false, ALL)).toEqual(selected("a"));
  expect(selectRows(selected("a"), ["b"], true, "q=x").ids).toEqual(
    new Map([
      ["a", ALL],
      ["b", "q=x"],
    ]),
  );
});

test("An unselected row of a whole list is an exception", () => {
  const all = { ...selected("a"), allOf: "status=active" };
  const allButOne = selectRows(all, ["b"], false, "status=active");
  expect(allButOne).toEqual({ ...all, leftOut: new Set(["b"]) });
  expect(["a", "b", "c"].map((id) => isRowSelected(allButOne, id, "status=active"))).toEqual([true, false, true]);
  expect(selectRows(allButOne, ["b"], true, "status=active")).toEqual({ ...all, leftOut: new Set() });
  expect(selectRows(allButOne, ["c"], true, ALL)).toEqual(selected("a", "c"));
  const full = { ...all, leftOut: new Set(many(MAX_LEFT_OUT)) };
  expect(selectRows(full, ["one more"], false, "status=active")).toBe(full);
});

test("A full selection takes no further row, and unselecting always works", () => {
  const full = selected(...many(MAX_SELECTED));
  expect(selectRows(full, ["one more"], true, ALL)).toBe(full);
  expect(selectRows(selected(...many(MAX_SELECTED - 1)), many(2, "t"), true, ALL).ids.size).toBe(MAX_SELECTED - 1);
  expect(selectRows(full, ["s0"], true, ALL).ids.size).toBe(MAX_SELECTED);
  expect(selectRows(full, many(10), false, ALL).ids.size).toBe(MAX_SELECTED - 10);
});

test("A printed selection is read back", () => {
  for (const state of [
    selected(),
    selected("a", "ł"),
    { ...selected("a"), allOf: "status=active", leftOut: new Set(["b"]), person: "Anna" },
  ]) {
    expect(parseSelection(printSelection(state))).toEqual(state);
  }
});

test("A selection that another version of the app wrote otherwise is none", () => {
  for (const text of ["1,2", "null", '{"ids":7}']) expect(parseSelection(text)).toBeUndefined();
});
