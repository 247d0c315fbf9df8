import { expect, it } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { assumeHeadings, vocabularyOf } from "./headings.server";

const vocabulary = vocabularyOf([getT("pl"), getT("en-US")]);

/** Rows as they are pasted: tabs between cells. */
function columnsOf(...rows: string[]) {
  const sheetRows = rows.map((row, at) => ({ line: at + 1, cells: row.split("\t") }));
  const headings = assumeHeadings(sheetRows, vocabulary, getT("pl"));
  return headings && Object.keys(headings.places).join(" ");
}

it.each([
  ["Nowy\tnowy@example.pl\t00123", "displayName email mpk"],
  ["Nowy\tnowy@example.pl\t00123\tnie", "displayName email mpk accountEnabled"],
  ["a\tNowy\tnowy@example.pl\t00123", "id displayName email mpk"],
  ["a\tNowy\tnowy@example.pl\t00123\tnie", "id displayName email mpk accountEnabled"],
  ["Nowy\tnowy@example.pl\tJan\tKos\t00123", "displayName email firstName surname mpk"],
  ["Nowy\tnowy@example.pl\t\t\t00123\ttak", "displayName email firstName surname mpk accountEnabled"],
  ["a\tNowy\tnowy@example.pl\tJan\tKos\t00123", "id displayName email firstName surname mpk"],
  ["a\tNowy\tnowy@example.pl\tJan\tKos\t00123\tnie", "id displayName email firstName surname mpk accountEnabled"],
])("The row %j without headings has known columns", (row, columns) => {
  expect(columnsOf(row)).toBe(columns);
});

it.each([
  ["an e-mail address", ["A\ta@example.pl\t1", "B\tbrak\t2"], 2, "email"],
  ["a state", ["A\ta@example.pl\t1\ttak", "B\tb@example.pl\t2\t27"], 2, "accountEnabled"],
  ["an MPK", ["A\ta@example.pl\tKos\t00123\ttak"], 1, "mpk"],
  ["an e-mail address below the first 20 rows", [...Array(20).fill("A\ta@example.pl\t1"), "B\t2\tb@"], 21, "email"],
])("Rows without headings are refused where a cell can't be %s", (_what, rows, line, column) => {
  const fault = { fault: "otherLayout", about: { line, headings: [column] } };
  expect(() => columnsOf(...rows)).toThrow(expect.objectContaining(fault));
});

it("Rows without headings may lack cells", () => {
  expect(columnsOf("Lista", "A\ta@example.pl\t1\ttak", "B\t\t2", "C\tc@example.pl\t3\t")).toBe(
    "displayName email mpk accountEnabled",
  );
});

it("An MPK without headings may be a single digit or letter", () => {
  expect(columnsOf("A\ta@example.pl\t1", "B\tb@example.pl\tN")).toBe("displayName email mpk");
});

it("No columns are assumed where a row has a heading", () => {
  expect(columnsOf("Nazwa\tE-mail\tTelefon", "Anna\tanna@example.pl\t600100200")).toBeUndefined();
});

it.each(["a@example.pl\tA\t1", "A\ta@example.pl", "A\ta@example.pl\t1\t2\t3\t4\t5\t6"])(
  "No columns are assumed for %j",
  (row) => {
    expect(columnsOf(row)).toBeUndefined();
  },
);
