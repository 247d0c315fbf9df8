import { expect, it } from "vitest";
import { filledRows } from "./sheet";

const filled = (...cells: string[]) => [...filledRows([{ line: 7, cells }])];

it("A row of spaces is left out", () => {
  expect([filled(), filled("", " \t\u00a0")]).toEqual([[], []]);
  expect(filled("", "x")).toEqual([{ line: 7, cells: ["", "x"] }]);
});

it("Blank cells at the end of a row are left out", () => {
  expect(filled("a", "", "b", ...Array(250).fill(""))).toEqual([{ line: 7, cells: ["a", "", "b"] }]);
});

it("A row has 200 cells and 32 000 characters at most", () => {
  expect(filled(...Array(200).fill("x"))).toHaveLength(1);
  expect(filled("x".repeat(31_999), "y")).toHaveLength(1);
  const tooLong = expect.objectContaining({ fault: "rowTooLong", about: { line: 7 } });
  expect(() => filled(...Array(200).fill(""), "x")).toThrow(tooLong);
  expect(() => filled("x".repeat(32_000), "y")).toThrow(tooLong);
});
