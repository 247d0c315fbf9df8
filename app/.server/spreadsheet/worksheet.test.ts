import { describe, expect, it } from "vitest";
import type { SheetRow } from "./sheet";
import { type CellParts, sharedTexts, sheetRows } from "./worksheet";
import { xmlReader } from "./xml-events";

function rowsOf(xml: string, parts: Partial<CellParts> = {}): SheetRow[] {
  const rows: SheetRow[] = [];
  const events = sheetRows({ shared: [], formatOf: () => undefined, stale: false, ...parts }, (row) => rows.push(row));
  const take = xmlReader(events);
  take(`<sheetData>${xml}</sheetData>`);
  take();
  return rows;
}
const cellsOf = (xml: string, parts?: Partial<CellParts>) => rowsOf(`<row>${xml}</row>`, parts)[0]?.cells;

it("a row has its own number, or the next one", () => {
  const rows = ["", 'r="3"', "", 'r="1234567"', 'r="12345678"', 'r="x5"', 'r="5x"'].map((r) => `<row ${r}/>`);
  expect(rowsOf(rows.join("")).map(({ line }) => line)).toEqual([1, 3, 4, 1_234_567, 1_234_568, 1_234_569, 1_234_570]);
});

it("a cell has its own column, or the next one, also behind an empty cell", () => {
  const at = (r: string) => cellsOf(`<c r="${r}"><v>x</v></c>`)?.indexOf("x");
  expect(["A1", "C5", "Z12", "AA1", "BA1", "GR9"].map(at)).toEqual([0, 2, 25, 26, 52, 199]);
  // No place in a sheet: the first one is taken.
  expect(["", "a1", "1A", "A", "C-1", "AAAC1", "xC5"].map(at)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(cellsOf("<c/><c><v>1</v></c><c r='E1'><v>2</v></c><c><v>3</v></c><c/>")).toEqual(["", "1", "", "", "2", "3"]);
  expect(rowsOf("<row><c><v>1</v></c></row><row><c><v>2</v></c></row>").map(({ cells }) => cells)).toEqual([
    ["1"],
    ["2"],
  ]);
});

it("a row with too many cells is refused by its number", () => {
  expect(() => rowsOf('<row r="7"><c r="GS7"><v>1</v></c></row>')).toThrow(
    expect.objectContaining({ fault: "rowTooLong", about: { line: 7 } }),
  );
  expect(rowsOf('<row r="7"><c r="XFD7"/></row>')).toEqual([{ line: 7, cells: [] }]);
});

describe("the text of a cell", () => {
  const cell = (type: string, value: string) => cellsOf(`<c${type && ` t="${type}"`}><v>${value}</v></c>`)?.[0];

  it.each([
    ["12", "12"],
    ["-12", "-12"],
    ["007", "007"],
    ["12.0", "12"],
    ["1.50", "1.5"],
    ["-1.50", "-1.5"],
    ["1E3", "1000"],
    ["1.2345678901234567E+19", "1.2345678901234567E+19"],
    ["12345678901234567890", "12345678901234567890"],
    ["1e999", "1e999"],
    ["_x0041_", "_x0041_"],
  ])("of a number %s is %s", (value, text) => {
    expect([cell("", value), cell("n", value)]).toEqual([text, text]);
  });

  it("of what is true or false says so", () => {
    expect(["1", "0", "TAK"].map((value) => cell("b", value))).toEqual(["true", "false", "TAK"]);
  });

  it("that others share is theirs as it stands, and an index of none of them breaks the file", () => {
    const shared = ["_x0041_", "b"];
    expect(cellsOf("<c t='s'><v>1</v></c><c t='s'/><c t='s'><v>0</v></c>", { shared })).toEqual(["b", "", "_x0041_"]);
    for (const index of ["2", "-1", "x"]) {
      expect(() => cellsOf(`<c t='s'><v>${index}</v></c>`, { shared })).toThrow(
        expect.objectContaining({ fault: "broken" }),
      );
    }
  });

  it("of any other kind holds what XML can't", () => {
    expect(cell("str", "a_x0041__x00e9__X0041__x041__x004G_")).toBe("aAé_X0041__x041__x004G_");
    expect(cell("e", "#N/A")).toBe("#N/A");
  });

  it("is in its values and texts, neither in its formula nor in the hints on how to say it", () => {
    expect(cellsOf("<c><f>1+1</f>no<v>2</v>no</c>")).toEqual(["2"]);
    // What no program worked out isn't empty; what came to an empty text is.
    expect(cellsOf('<c><f>A2</f><v/></c><c t="str"><f>A2</f><v/></c><c/><c><v>1</v></c>')).toEqual([
      "#CALC!",
      "",
      "",
      "1",
    ]);
    const text = "<is>no<r><t>a</t></r>no<rPh><t>no</t><t>no</t></rPh><r><t>b</t>no</r></is>";
    expect(cellsOf(`<c t="inlineStr">${text}</c><c t="inlineStr">${text}</c>`)).toEqual(["ab", "ab"]);
  });

  it("of a whole number has the zeros of its own format, and nothing else has", () => {
    const formatOf: CellParts["formatOf"] = (style) =>
      style === "1" ? (number) => (/^\d+$/.test(number) ? number.padStart(5, "0") : number) : undefined;
    const cells = [
      '<c s="1"><v>12</v></c>',
      "<c><v>12</v></c>",
      '<c s="1"><v>12.0</v></c>',
      '<c s="1"><v>1.5</v></c>',
      '<c s="1"><v>-12</v></c>',
      '<c s="1" t="str"><v>12</v></c>',
      '<c s="2"><v>12</v></c>',
    ];
    expect(cellsOf(cells.join(""), { formatOf })).toEqual(["00012", "12", "00012", "1.5", "-12", "12", "12"]);
  });

  it("of no kind is taken for one of a kind that the cell before it had", () => {
    expect(cellsOf('<c t="b"><v>1</v></c><c><v>1</v></c>')).toEqual(["true", "1"]);
  });
});

it("shared texts come in order, each whole", () => {
  const texts: string[] = [];
  const take = xmlReader(sharedTexts((text) => texts.push(text)));
  take("<sst>no<si><t>a</t></si><si/><si><r><t>b</t></r><r><t> _x0041_</t></r><rPh><t>no</t></rPh></si>");
  take("<si><t>c</t>no</si></sst>");
  expect(texts).toEqual(["a", "", "b A", "c"]);
});
