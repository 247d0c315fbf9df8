import { readFileSync } from "node:fs";
import { CFB, utils, write } from "@e965/xlsx";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import {
  CONTENT_TYPES,
  readable,
  SHARED,
  SHEET,
  STYLES,
  sheetXml,
  textRow,
  usualParts,
  WORKBOOK,
  workbookOf,
} from "../../../test/workbooks/odd-workbooks";
import { readWorkbook } from "./read-workbook";
import type { SheetRow } from "./sheet";

const TABLE = [
  ["Nazwa", "MPK"],
  ["Łódź", "00123"],
];
const fault = (name: string, about = {}) => expect.objectContaining({ fault: name, about });

function read(file: Uint8Array, isZipped = true): { name?: string; rows: SheetRow[] }[] {
  return Array.from(readWorkbook(file, isZipped), ({ name, rows }) => ({
    name,
    rows: [...(rows as Iterable<SheetRow>)],
  }));
}
const cellsOf = (file: Uint8Array, isZipped?: boolean) =>
  read(file, isZipped).map(({ rows }) => rows.map(({ cells }) => cells));
const cellsIn = (rows: string, instead = {}) => cellsOf(workbookOf({ [SHEET]: sheetXml(rows), ...instead }))[0];

it.each(readable)("A workbook with %s is read", (_what, file) => {
  expect(cellsOf(file)).toEqual([TABLE]);
});

const SHEETS = '<sheet name="Sprzedawcy" sheetId="1" r:id="rId1"/>';
const withSheets = (...sheets: string[]) => ({
  [WORKBOOK]: usualParts()[WORKBOOK]?.replace(SHEETS, sheets.join("")),
});
const named = (name: string, more = "") => `<sheet name="${name}" sheetId="1" r:id="rId1" ${more}/>`;

it("Hidden sheets are left out, and several others are named", () => {
  const hidden = [named("A", 'state="hidden"'), named("B", 'state="veryHidden"')];
  expect(read(workbookOf(withSheets(...hidden, named("C"))))).toMatchObject([{ name: undefined }]);
  expect(read(workbookOf(withSheets(...hidden, named("C"), named("D"))))).toMatchObject([{ name: "C" }, { name: "D" }]);
  expect(read(workbookOf(withSheets(...hidden)))).toEqual([]);
});

it("Rows that a workbook hides are marked", () => {
  const row = (name: string, more = "") => `<row${more}><c t="inlineStr"><is><t>${name}</t></is></c></row>`;
  const rows = row("A") + row("B", ' hidden="1"') + row("C", ' hidden="true" ht="15"') + row("D", ' hidden="0"');
  const xls = readFileSync(new URL("../../../test/workbooks/xlwt.xls", import.meta.url));
  // A row's record (MS-XLS 2.4.221): its kind, length and number, and bit 5 of its flags (fDyZero).
  const record = xls.lastIndexOf(Buffer.from([0x08, 0x02, 0x10, 0x00, 0x05, 0x00]));
  xls[record + 16]! |= 0x20;
  const hiddenIn = (file: Uint8Array, isZipped: boolean) =>
    read(file, isZipped).flatMap((sheet) => sheet.rows.filter(({ isHidden }) => isHidden).map(({ line }) => line));
  expect(hiddenIn(workbookOf({ [SHEET]: sheetXml(rows) }), true)).toEqual([2, 3]);
  expect(hiddenIn(xls, false)).toEqual([6]);
});

it("A workbook is read up to its fiftieth sheet", () => {
  const many = Array.from({ length: 51 }, (_none, at) => named(`S${at}`));
  expect(read(workbookOf(withSheets(...many))).at(-1)?.name).toBe("S49");
});

it("Sheets behind the one with the headings aren't read", () => {
  const [first] = readWorkbook(workbookOf(withSheets(named("A"), '<sheet name="B" sheetId="2" r:id="gone"/>')), true);
  expect(first?.name).toBe("A");
});

it("A sheet of an ODS file is hidden by its style", () => {
  const table = (name: string, style: string) =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row></table:table>`;
  const styles = ["shown", "hidden"].map(
    (name) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${name === "shown"}"/></style:style>`,
  );
  const content = `<office:automatic-styles>${styles.join("")}</office:automatic-styles><office:body><office:spreadsheet>${table("A", "hidden")}${table("B", "shown")}</office:spreadsheet></office:body>`;
  expect(cellsOf(ods(content))).toEqual([[["B"]]]);
});

function ods(content: string, manifest = "") {
  const type = "application/vnd.oasis.opendocument.spreadsheet";
  const parts = {
    mimetype: type,
    "META-INF/manifest.xml": `<manifest:manifest><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${manifest}</manifest:manifest>`,
    "styles.xml": "<office:document-styles/>",
    "content.xml": `<office:document-content>${content}</office:document-content>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
}

const workbook = utils.book_new(utils.aoa_to_sheet([["Nazwa"], ["Lodz"]]), "A");

it("An XLS file is read", () => {
  expect(cellsOf(write(workbook, { bookType: "biff8", type: "buffer" }), false)).toEqual([[["Nazwa"], ["Lodz"]]]);
});

it("An XLS file of Excel 95 is read in its code page", () => {
  const file = Buffer.from(write(workbook, { bookType: "biff5", type: "buffer" }));
  Buffer.from([0xa3, 0xf3, 0x64, 0x9f]).copy(file, file.indexOf("Lodz"));
  const CODE_PAGE_RECORD = Buffer.from([0x42, 0, 2, 0]);
  file.writeUInt16LE(1250, file.indexOf(CODE_PAGE_RECORD) + CODE_PAGE_RECORD.length);
  expect(cellsOf(file, false)).toEqual([[["Nazwa"], ["Łódź"]]]);
});

/** The cells of a row of numbers, each with a format. */
function shown(...cells: [value: string, format: string][]): string[] | undefined {
  const escaped = (text: string) => text.replaceAll('"', "&quot;");
  const formats = cells.map(([, format], at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`);
  const styles = cells.map((_cell, at) => `<xf numFmtId="${200 + at}"/>`);
  const xml = usualParts()[STYLES]?.replace(/<numFmts.*<\/cellXfs>/, "");
  const parts = `<numFmts>${formats.join("")}</numFmts><cellXfs>${styles.join("")}</cellXfs>`;
  const row = cells.map(([value], at) => `<c s="${at}"><v>${value}</v></c>`).join("");
  return cellsIn(`<row>${row}</row>`, { [STYLES]: xml?.replace("</styleSheet>", `${parts}</styleSheet>`) })?.[0];
}

it.each([
  ["123", "00000", "00123"],
  ["1234567", "00000", "1234567"],
  ["7", '"MPK "000', "MPK 007"],
  ["12345", "00\\-000", "12-345"],
  ["1234", "000 000", "001 234"],
  ["0.5", "0%", "50%"],
  ["0.5", "0.0", "0.5"],
  ["1e20", "General", "1E+20"],
  ["123", "[$-415]00000", "00123"],
])("The number %s in the format %s is shown as %s", (value, format, text) => {
  expect(shown([value, format])).toEqual([text]);
});

const PLAIN_FORMATS = ["General", "0", "0.00", "#,##0", "#,##0.00", "[$-415]General", "[$-10409]#,##0;\\-#,##0"];
const COMMA_STYLE = '_-* #,##0.00\\ _z_ł_-;\\-* #,##0.00\\ _z_ł_-;_-* "-"??\\ _z_ł_-;_-@_-';

it.each([...PLAIN_FORMATS, COMMA_STYLE])("A whole number in the format %s is its digits", (format) => {
  expect(shown(["45678", format], ["123456789012", format])).toEqual(["45678", "123456789012"]);
});

it("A zero that its format hides is an empty cell", () => {
  expect(shown(["0", "0;-0;;@"], ["0", "0"])).toEqual(["", "0"]);
});

it.each([
  ["45000", "dd\\.mm\\.yyyy", "2023-03-15"],
  ["45000.75", "[$-415]d mmmm yyyy", "2023-03-15"],
  ["45000", "mmm\\-yy", "2023-03-15"],
  ["45000", "yyyy", "2023-03-15"],
  ["0.520833", "h:mm", "12:30:00"],
])("The date %s in the format %s is %s", (value, format, text) => {
  expect(shown([value, format])).toEqual([text]);
});

it("A logical value, an error and a text are shown as in a spreadsheet", () => {
  const cells = ['<c t="b"><v>1</v></c>', '<c t="e"><v>#N/A</v></c>', '<c t="str"><v>a_x0041_ </v></c>'];
  expect(cellsIn(`<row>${cells.join("")}</row>`)).toEqual([["TRUE", "#N/A", "aA "]]);
});

it("A formula without a value isn't empty, and one with an empty text is", () => {
  const cells = [
    "<c><f>A2</f></c>",
    "<c><f>A2</f><v/></c>",
    '<c t="str"><f>A2</f><v></v></c>',
    "<c/>",
    "<c><f>1</f><v>0</v></c>",
  ];
  expect(cellsIn(`<row>${cells.join("")}</row>`)).toEqual([["#CALC!", "#CALC!", "", "", "0"]]);
});

it("A formula that is still to be calculated has no value", () => {
  const cells = "<c><f>A1</f><v>0</v></c><c><f>A1</f><v>7</v></c><c><v>0</v></c>";
  for (const said of ["1", "true"]) {
    const workbook = usualParts()[WORKBOOK]?.replace("</sheets>", `</sheets><calcPr fullCalcOnLoad="${said}"/>`);
    expect(cellsIn(`<row>${cells}</row>`, { [WORKBOOK]: workbook })).toEqual([["#CALC!", "7", "0"]]);
  }
});

it("A row has its own number, or the next one", () => {
  const row = (number: string) => `<row ${number}><c t="inlineStr"><is><t>x</t></is></c></row>`;
  const [sheet] = read(workbookOf({ [SHEET]: sheetXml(`${row("")}${row('r="5"')}${row("")}${textRow(" ")}`) }));
  expect(sheet?.rows.map(({ line }) => line)).toEqual([1, 5, 6]);
});

it("A row has its cells at their places", () => {
  const cells = '<c r="B1"><v>1</v></c><c><v>2</v></c><c r="E1"><v>3</v></c><c r="F1" s="1"/>';
  expect(cellsIn(`<row r="1">${cells}</row>`)).toEqual([["", "1", "2", "", "3"]]);
});

it.each(["xlsx", "biff8", "ods"] as const)("A merged cell counts for each of its rows in %s", (bookType) => {
  const sheet = utils.aoa_to_sheet([["Spis", "", ""], ["a", "Żak", "1"], ["b", null, "2"], ["c"], ["d", "Lis", "4"]]);
  sheet["!merges"] = ["A1:C1", "B2:B4", "C5:C9"].map(utils.decode_range);
  const file = write({ SheetNames: ["A"], Sheets: { A: sheet } }, { type: "buffer", bookType }) as Buffer;
  expect(cellsOf(file, bookType !== "biff8")).toEqual([
    [["Spis"], ["a", "Żak", "1"], ["b", "Żak", "2"], ["c", "Żak"], ["d", "Lis", "4"]],
  ]);
});

it("Headings merged over two rows leave the second row blank", () => {
  const rows = `${textRow("Nazwa", "MPK")}<row><c s="1"/><c s="1"/></row><row><c><f>1</f><v>7</v></c></row>`;
  const merged = sheetXml(rows).replace(
    "</sheetData>",
    '</sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/></mergeCells>',
  );
  expect(cellsOf(workbookOf({ [SHEET]: merged }))).toEqual([[["Nazwa", "MPK"], ["7"]]]);
});

it("A row beyond the limits is refused by its number", () => {
  const at = (place: string) => () => cellsIn(`<row r="7"><c r="${place}"><v>1</v></c></row>`);
  expect(at("GR7")()).toEqual([[...Array(199).fill(""), "1"]]);
  for (const place of ["GS7", "XFD7", "ZZZZZZ7"]) expect(at(place)).toThrow(fault("rowTooLong", { line: 7 }));
  expect(() => cellsIn(textRow("x".repeat(32_001)))).toThrow(fault("rowTooLong", { line: 1 }));
  const line = 1_048_577;
  expect(() => cellsIn(`<row r="${line}"><c><v>1</v></c></row>`)).toThrow(fault("tooManyRows", { line }));
});

it("A row may be blank up to the last column that Excel has", () => {
  expect(cellsIn('<row r="1"><c r="A1"><f>1</f><v>7</v></c><c r="XFD1"/></row>')).toEqual([["7"]]);
});

function compound(stream: string): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, stream, Buffer.from("x"));
  return CFB.write(file, { type: "buffer" }) as Buffer;
}

it("A file with a password is refused as encrypted", () => {
  const encrypted = ods(
    "",
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
  );
  expect(() => read(encrypted)).toThrow(fault("encrypted"));
  expect(() => read(compound("EncryptedPackage"), false)).toThrow(fault("encrypted"));
});

it("A file of Word before 2007 is no table", () => {
  expect(() => read(compound("WordDocument"), false)).toThrow(fault("notTable"));
});

it.each([
  ["of Word", { [CONTENT_TYPES]: "<Types/>" }],
  ["without content types", { [CONTENT_TYPES]: undefined }],
])("A file %s is no table", (_what, instead) => {
  expect(() => read(workbookOf(instead))).toThrow(fault("notTable"));
});

it.each([
  ["cut off", () => workbookOf().subarray(0, -400)],
  ["without its sheet", () => workbookOf({ [SHEET]: undefined })],
  ["without its styles", () => workbookOf({ [STYLES]: undefined })],
  ["without the texts that its cells share", () => workbookOf({ [SHARED]: undefined })],
  ["with a shared text that isn't there", () => workbookOf({ [SHEET]: sheetXml('<row><c t="s"><v>9</v></c></row>') })],
])("A file %s is refused as broken", (_what, file) => {
  expect(() => read(file())).toThrow(fault("broken"));
});

it("A file that unpacks to more than 64 MB is refused by its directory", () => {
  const large = workbookOf({ [SHEET]: sheetXml(" ".repeat(65 * 1024 * 1024)) });
  expect(large.length).toBeLessThan(200_000);
  expect(() => read(large)).toThrow(fault("tooMuchInside"));
  // Pictures aren't unpacked.
  const photo = { "xl/media/photo.bmp": new Uint8Array(65 * 1024 * 1024) };
  expect(cellsOf(workbookOf(photo))).toEqual([TABLE]);
});

it("A file whose directory names one part many times is refused", () => {
  const archive = Buffer.from(workbookOf({ "xl/noise.xml": new Uint8Array(1024 * 1024) }));
  const end = archive.lastIndexOf("PK\x05\x06");
  const start = archive.readUInt32LE(end + 16);
  const directory = archive.subarray(start, end);
  const footer = Buffer.from(archive.subarray(end));
  const entries = archive.readUInt16LE(end + 10);
  for (const place of [8, 10]) footer.writeUInt16LE(entries * 70, place);
  const bomb = Buffer.concat([archive.subarray(0, start), ...Array(70).fill(directory), footer]);
  expect(() => read(new Uint8Array(bomb))).toThrow(fault("tooMuchInside"));
});

it("A part larger than its directory says is unpacked no further", () => {
  const archive = Buffer.from(workbookOf({ [SHEET]: sheetXml(textRow("x".repeat(10_000_000))) }));
  const header = archive.lastIndexOf(SHEET) - 46;
  expect(archive.readUInt32LE(header)).toBe(0x02014b50);
  archive.writeUInt32LE(1_000, header + 24);
  expect(cellsOf(new Uint8Array(archive))).toEqual([[]]);
});

it("A document type is no way to other files", () => {
  const evil = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetXml(textRow("&e;"))}`;
  expect(JSON.stringify(cellsOf(workbookOf({ [SHEET]: evil })))).not.toContain("root:");
});
