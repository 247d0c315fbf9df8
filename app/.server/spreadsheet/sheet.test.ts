import { expect, it } from "vitest";
import { charactersOf, checkSize, isBlank, UnusableFile } from "./sheet";

it("a row of spaces is blank", () => {
  const blank = (...cells: string[]) => isBlank({ line: 1, cells });
  expect([blank(), blank("", " \t\u00a0"), blank("", "x")]).toEqual([true, true, false]);
});

it("a row has 200 cells and 32 000 characters at most", () => {
  const check = (cells: string[]) => () => checkSize({ line: 7, cells });
  expect(check(Array(200).fill("x"))).not.toThrow();
  expect(check(["x".repeat(31_999), "y"])).not.toThrow();
  const tooLong = expect.objectContaining({ fault: "rowTooLong", about: { line: 7 } });
  expect(check(Array(201).fill(""))).toThrow(tooLong);
  expect(check(["x".repeat(32_000), "y"])).toThrow(tooLong);
});

it("counts the characters of all cells of a row", () => {
  expect([charactersOf([]), charactersOf(["ab", "", "c"])]).toEqual([0, 3]);
});

it("an unusable file is logged with its fault", () => {
  const cause = new Error("parser");
  expect(new UnusableFile("broken", {}, { cause })).toMatchObject({
    name: "UnusableFile",
    message: "A file can't be used: broken",
    about: {},
    cause,
  });
});
