import { describe, expect, it } from "vitest";
import { cellFormats, numberFormat } from "./number-formats";

describe("a whole number is shown with its zeros", () => {
  it.each([
    ["00000", "123", "00123"],
    ["00000", "1234567", "1234567"],
    ["00000;-00000;0", "7", "00007"],
    ["[$-415]0000", "7", "0007"],
    ["[Red]000", "7", "007"],
    ['"MPK "000', "7", "MPK 007"],
    ["00\\-000", "12345", "12-345"],
    ["00-000", "123456", "123-456"],
    ["##00", "1", "01"],
    ["000 000", "1234", "001 234"],
    ["dd\\.mm\\.yyyy", "45000", "2023-03-15"],
    ["[$-415]d mmmm yyyy", "45000.75", "2023-03-15"],
    ["yyyy", "99999999", "99999999"],
    ["mmmm", "45000", "2023-03-15"],
    ["h:mm", "0.520833", "12:30:00"],
    ["[h]:mm", "1.5", "36:00:00"],
    ["[ss]", "0.0625", "01:30:00"],
    ["h:mm", "-0.5", "-0.5"],
    ["0.0%", "0.5", "50%"],
    ["0%", "0.07", "7%"],
    ['"dd"000', "7", "dd007"],
  ])("%j shows %s as %s", (code, digits, shown) => {
    expect(numberFormat(code)?.(digits)).toBe(shown);
  });
});

it.each([
  "",
  "General",
  "0",
  "#,##0",
  "0.00",
  "00.00",
  "@",
  '0" zł"',
  "[>100]000",
  "_-000",
  "0E+00",
  "???",
  "#",
  "##",
  "[Red",
  '"00',
])("by %j it is its digits", (code) => {
  expect(numberFormat(code)).toBeUndefined();
});

/** What a style sheet tells of a cell's format, given its elements in order. */
function formatsOf(...elements: [name: string, attributes?: Record<string, string>][]) {
  const { events, formatOf } = cellFormats();
  for (const [name, attributes] of elements) {
    if (attributes) events.open?.(name, attributes);
    else events.close?.(name);
  }
  return formatOf;
}

it("counts the formats of cells, and not those of conditional formatting", () => {
  const formatOf = formatsOf(
    ["numFmts", {}],
    ["numFmt", { numFmtId: "164", formatCode: "00000" }],
    ["other", { numFmtId: "164", formatCode: "0000" }],
    ["other"],
    ["numFmts"],
    ["dxfs", {}],
    ["numFmt", { numFmtId: "164", formatCode: "0.00" }],
    ["dxfs"],
    ["cellStyleXfs", {}],
    ["xf", { numFmtId: "164" }],
    ["cellStyleXfs"],
    ["cellXfs", {}],
    ["xf", { numFmtId: "0" }],
    ["xf", { numFmtId: "164" }],
    ["cellXfs"],
    ["cellStyles", {}],
    ["xf", { numFmtId: "164" }],
    ["cellStyles"],
  );
  expect([undefined, "0", "1", "2", "x"].map((style) => formatOf(style)?.("7"))).toEqual([
    undefined,
    undefined,
    "00007",
    undefined,
    undefined,
  ]);
});

it("knows the built-in formats of dates and percentages", () => {
  const formatOf = formatsOf(
    ["cellXfs", {}],
    ["xf", { numFmtId: "14" }],
    ["xf", { numFmtId: "9" }],
    ["xf", { numFmtId: "1" }],
  );
  expect([formatOf("0")?.("45000"), formatOf("1")?.("0.5"), formatOf("2")]).toEqual(["2023-03-15", "50%", undefined]);
});

it("refuses more formats or longer codes than Excel has", () => {
  const told = (within: string, name: string, count: number) => () => {
    const { events } = cellFormats();
    events.open?.(within, {});
    for (let at = 0; at < count; at += 1) events.open?.(name, { numFmtId: String(at), formatCode: "0" });
  };
  const tooMuch = expect.objectContaining({ fault: "tooMuchInside" });
  expect(told("cellXfs", "xf", 70_000)).not.toThrow();
  expect(told("cellXfs", "xf", 70_001)).toThrow(tooMuch);
  expect(told("numFmts", "numFmt", 5_000)).not.toThrow();
  expect(told("numFmts", "numFmt", 5_001)).toThrow(tooMuch);
  const ofCode = (characters: number) =>
    formatsOf(
      ["numFmts", {}],
      ["numFmt", { numFmtId: "164", formatCode: "0".repeat(characters) }],
      ["numFmts"],
      ["cellXfs", {}],
      ["xf", { numFmtId: "164" }],
    );
  expect(ofCode(255)("0")?.("1")).toBe("1".padStart(255, "0"));
  expect(ofCode(256)("0")).toBeUndefined();
});
