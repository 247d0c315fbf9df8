import { expect, test } from "vitest";
import { shownPages } from "./page-numbers";

test.each([
  [1, 1, "1"],
  [1, 3, "1 2 3"],
  [1, 9, "1 2 … 9"],
  [3, 9, "1 2 3 4 … 9"],
  [4, 9, "1 2 3 4 5 … 9"],
  [5, 9, "1 … 4 5 6 … 9"],
  [9, 9, "1 … 8 9"],
  [500, 1000, "1 … 499 500 501 … 1000"],
])("page %i of %i", (current, last, expected) => {
  expect(
    shownPages(current, last)
      .map((page) => page ?? "…")
      .join(" "),
  ).toBe(expected);
});
