import { expect, it } from "vitest";
import { formOf } from "../../../test/support/form-of";
import { applyCorrections, cellName, correctableColumns, fieldValue, readCorrections } from "./corrections.server";

const places = { displayName: 1, email: 0, mpk: 3 };
const row = (line: number, cells = ["zły@", "A", "x", "1"]) => ({
  line,
  cells,
  problems: [
    { column: "email" as const, value: "", reason: "", also: "id" as const },
    { value: "", reason: "" },
  ],
});

it("A wrong cell has a field if the file has its column", () => {
  expect(correctableColumns(row(2), places)).toEqual(["email"]);
  expect(correctableColumns(row(2), { ...places, id: 4 })).toEqual(["id", "email"]);
});

it("Only changed fields of the page's rows are read", () => {
  const form = formOf({
    [cellName(2, "email")]: "dobry@example.pl",
    [cellName(3, "email")]: "zły@",
    [cellName(2, "mpk")]: "obce",
    [cellName(9, "email")]: "obcy@example.pl",
  });
  const earlier = [{ line: 2, cells: { mpk: "7", email: "z@" } }];
  expect(readCorrections(form, { rows: [row(2), row(3)], places, earlier })).toEqual([
    { line: 2, cells: { mpk: "7", email: "dobry@example.pl" } },
  ]);
});

it("A cell of several lines counts as unchanged in its one-line field", () => {
  const lines = row(2, ["a@\r\nb@", "A", "x", "1"]);
  const value = fieldValue(lines, places.email);
  expect(value).toBe("a@ b@");
  const form = formOf({ [cellName(2, "email")]: value });
  expect(readCorrections(form, { rows: [lines], places, earlier: [] })).toEqual([]);
});

it("A thousand rows are corrected at most, with values of bounded length", () => {
  const earlier = Array.from({ length: 1_000 }, (_none, line) => ({ line: line + 10, cells: { mpk: "1" } }));
  const form = formOf({ [cellName(2, "email")]: "x".repeat(100_000) });
  expect(() => readCorrections(form, { rows: [row(2)], places, earlier })).toThrow(
    expect.objectContaining({ fault: "tooManyCorrections" }),
  );
  const [read] = readCorrections(form, { rows: [row(2)], places, earlier: [] });
  expect(read?.cells.email).toHaveLength(500);
});

it("Corrections go into their columns, also behind a short row's end", () => {
  const headings = { texts: ["E-mail", "Nazwa", "?", "MPK"], places, ignored: ["?"] };
  const rows = [
    { line: 2, cells: ["a", "A"] },
    { line: 3, cells: ["b", "B", "", "2"] },
  ];
  expect(applyCorrections(rows, headings, [{ line: 2, cells: { mpk: "1", email: "c", id: "x" } }])).toEqual([
    { line: 2, cells: ["c", "A", "", "1"] },
    { line: 3, cells: ["b", "B", "", "2"] },
  ]);
});
