import ExcelJS from "exceljs";
import { strFromU8, unzipSync } from "fflate";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { printXlsx, type Workbook } from "./print-xlsx";

async function printed(batches: string[][][], more: Partial<Workbook> = {}): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const workbook = { sheetName: "Arkusz <1>", headings: ["Nazwa", "MPK"], ...more };
  for await (const chunk of printXlsx(workbook, batches)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function workbookOf(batches: string[][][], more?: Partial<Workbook>): Promise<Record<string, string>> {
  const files = unzipSync(await printed(batches, more));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

async function sheetOf(rows: string[][], batches = [rows]): Promise<string> {
  const { "xl/workbook.xml": workbook, "xl/worksheets/sheet1.xml": sheet = "" } = await workbookOf(batches);
  expect(workbook).toContain('name="Arkusz &lt;1&gt;"');
  return sheet;
}

/** Every element of a part that begins as a document does. */
function elementsOf(xml = ""): { name: string; attributes: Record<string, string> }[] {
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/);
  return parse(xml)
    .querySelectorAll("*")
    .map(({ rawTagName: name, attributes }) => ({ name, attributes }));
}

const READ_BY_LIBRARIES = [
  ["Nazwa", "MPK"],
  ["Łódź & <b>\nA", "00123"],
  ["=1+1", ""],
  ["Nowa", "3"],
];
const about = { sheetName: "O <2>", pairs: (rows: number): [string, string][] => [["Wiersze", `${rows}`]] };

test("ExcelJS opens an export with every cell at its place", async () => {
  const workbook = new ExcelJS.Workbook();
  const bytes = await printed([READ_BY_LIBRARIES.slice(1, 3), [], READ_BY_LIBRARIES.slice(3)], { about });
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  const rowsOf = (name: string) => {
    const rows: unknown[] = [];
    workbook.getWorksheet(name)?.eachRow((row) => rows.push([1, 2].map((column) => row.getCell(column).text)));
    return rows;
  };
  expect([rowsOf("Arkusz <1>"), rowsOf("O <2>")]).toEqual([READ_BY_LIBRARIES, [["Wiersze", "3"]]]);
});

const valuesOf = (xml: string | undefined, name: string, attribute: string) =>
  elementsOf(xml).flatMap((element) => (element.name === name ? (element.attributes[attribute] ?? []) : []));

test.each([{}, { about }])("A workbook names the type of each of its parts: %o", async (more) => {
  const files = await workbookOf([[["A", "1"]]], more);
  const named = valuesOf(files["[Content_Types].xml"], "Override", "PartName").map((path) => path.slice(1));
  expect(named.sort()).toEqual(
    Object.keys(files)
      .filter((path) => path.startsWith("xl/") && !path.includes("_rels"))
      .sort(),
  );
  expect(valuesOf(files["[Content_Types].xml"], "Default", "Extension").sort()).toEqual(["rels", "xml"]);
  expect(valuesOf(files["[Content_Types].xml"], "Override", "ContentType").every(Boolean)).toBe(true);
});

test("A workbook leads from its root to its sheet and its styles", async () => {
  const files = await workbookOf([[["A", "1"]]]);
  expect(valuesOf(files["_rels/.rels"], "Relationship", "Target")).toEqual(["xl/workbook.xml"]);
  expect(valuesOf(files["xl/_rels/workbook.xml.rels"], "Relationship", "Target")).toEqual([
    "worksheets/sheet1.xml",
    "styles.xml",
  ]);
  const [ofSheet] = valuesOf(files["xl/_rels/workbook.xml.rels"], "Relationship", "Id");
  expect(valuesOf(files["xl/workbook.xml"], "sheet", "r:id")).toEqual([ofSheet]);
});

test("A sheet's cells have the text format, and its headings stay in sight", async () => {
  const files = await workbookOf([[["A", "1"]]]);
  const sheet = elementsOf(files["xl/worksheets/sheet1.xml"]);
  const styles = elementsOf(files["xl/styles.xml"]);
  const cells = styles.slice(styles.findIndex(({ name }) => name === "cellXfs")).filter(({ name }) => name === "xf");
  const styleOf = (index: string | undefined) => cells[Number(index)]?.attributes;
  expect(sheet.find(({ name }) => name === "col")?.attributes).toMatchObject({ min: "1", max: "1" });
  const used = sheet.flatMap(({ name, attributes }) => (name === "c" ? [styleOf(attributes.s)] : []));
  expect(used.map((style) => style?.numFmtId)).toEqual(["49", "49", "49", "49"]);
  expect(used.map((style) => style?.fontId)).toEqual(["1", "1", "0", "0"]);
  expect(styleOf(sheet.find(({ name }) => name === "col")?.attributes.style)?.numFmtId).toBe("49");
  expect(sheet.find(({ name }) => name === "pane")?.attributes).toMatchObject({ ySplit: "1", state: "frozen" });
});

test.each([
  [[], "A1:B1"],
  [[[["A", "1"]], [], [["B", "2"]]], "A1:B3"],
])("A sheet filters its table by its headings: %j", async (batches, ref) => {
  const elements = elementsOf((await workbookOf(batches))["xl/worksheets/sheet1.xml"]);
  expect(elements.filter(({ name }) => name === "autoFilter")).toEqual([{ name: "autoFilter", attributes: { ref } }]);
  // The order of the schema (18.3.1.99), without which Excel repairs the file.
  const names = elements.map(({ name }) => name);
  const order = ["sheetViews", "cols", "sheetData", "autoFilter"].map((name) => names.indexOf(name));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("A sheet filters a table of more columns than there are letters", async () => {
  const headings = Array.from({ length: 54 }, (_none, at) => `${at}`);
  const elements = elementsOf((await workbookOf([], { headings }))["xl/worksheets/sheet1.xml"]);
  expect(elements.find(({ name }) => name === "autoFilter")?.attributes.ref).toBe("A1:BB1");
});

test("A column is as wide as its heading and first rows, within bounds", async () => {
  const rows = [
    ["x".repeat(300), "1"],
    ["", "123456789012345"],
  ];
  const files = await workbookOf([rows, [["", "y".repeat(50)]]], { headings: ["Nazwa", "MPK"] });
  expect(valuesOf(files["xl/worksheets/sheet1.xml"], "col", "width")).toEqual(["60", "19"]);
  expect(valuesOf((await workbookOf([]))["xl/worksheets/sheet1.xml"], "col", "width")).toEqual(["9", "8"]);
});

test("Characters that XML can't hold are written as Excel does", async () => {
  const sheet = await sheetOf([["<b>&\u0001 _x0041_", "\ud800"]]);
  expect(sheet).toContain("&lt;b&gt;&amp;_x0001_ _x005F_x0041_");
  expect(await sheetOf([["\u001f\u000b"]])).toContain(">_x001F__x000B_<");
  expect(sheet).toContain(">\ufffd<");
});

test("A cell ends where Excel's cells end, and not within a character", async () => {
  const [long, pair] = (await sheetOf([["x".repeat(40_000), `${"x".repeat(32_766)}😀`]])).match(/>(x+[^<]*)</g) ?? [];
  expect([long?.length, pair?.length]).toEqual([32_767 + 2, 32_766 + 2]);
});

test("The sheet is yielded while its rows come", async () => {
  let asked = 0;
  const batches = function* () {
    for (; asked < 20; asked += 1) {
      yield Array.from({ length: 1_000 }, (_, at) => [`Sprzedawca ${asked} ${Math.sin(at + asked)}`, String(at)]);
    }
  };
  let askedAtFirst: number | undefined;
  let largest = 0;
  for await (const chunk of printXlsx({ sheetName: "A", headings: ["B", "C"] }, batches())) {
    if (chunk.length > 1_000) askedAtFirst ??= asked;
    largest = Math.max(largest, chunk.length);
  }
  expect(asked).toBe(20);
  expect(askedAtFirst).toBeLessThan(10);
  expect(largest).toBeLessThan(500_000);
});
