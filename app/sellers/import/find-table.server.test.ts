import { utils, write } from "@e965/xlsx";
import { expect, it, vi } from "vitest";
import { formatOf } from "~/.server/spreadsheet/read-sheet";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import type { Column } from "~/domain/file-columns";
import { getT } from "~/i18n/i18n.server";
import { SHARED, SHEET, sheetXml, textRow, workbookOf } from "../../../test/workbooks/odd-workbooks";
import { readTable } from "./find-table.server";
import type { Vocabulary } from "./headings.server";

/** A row with „MPK” is the headings'; other headings alone aren't enough. */
const known = new Map<string, Column>([
  ["MPK", "id"],
  ["Nazwa", "displayName"],
  ["E-mail", "email"],
]);
const vocabulary: Vocabulary = { columnOf: (heading) => known.get(heading), stateOf: () => undefined };
const rules = { vocabulary, t: getT("pl") };

async function rowsOf(bytes: Uint8Array | string): Promise<SheetRow[]> {
  const given = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const { headings, line, rows } = await tableOf(given);
  return [{ line, cells: headings.texts }, ...rows];
}
const cellsOf = async (bytes: Uint8Array | string) => (await rowsOf(bytes)).map(({ cells }) => cells);
const faultOf = (bytes: Uint8Array | string) =>
  rowsOf(bytes).then(
    () => undefined,
    ({ fault, about }) => (Object.keys(about).length > 0 ? { fault, ...about } : fault),
  );

it("An unreadable file names its fault and the line", async () => {
  expect(await faultOf("")).toBe("empty");
  expect(await faultOf(" \r\n;;\r\n")).toBe("empty");
  expect(await faultOf("Nazwa;MPK\r\n")).toBe("noRows");
  expect(await faultOf('Nazwa;MPK\na;1\n"b;2\nc;3\n')).toEqual({ fault: "quotes", line: 3 });
  expect(await faultOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0))).toBe("notTable");
  expect(await faultOf(`MPK\n${"x\n".repeat(20_001)}`)).toEqual({ fault: "tooManyRows", line: 20_002 });
});

const tableOf = (given: Uint8Array) => readTable(given, formatOf(given), rules);
const csv = (text: string) => tableOf(Buffer.from(text));

it("The headings are found below titles, and with them the delimiter", async () => {
  const titles = "Zestawienie, wersja 2, robocza\n\nNazwa\n";
  expect(await csv(`${titles}Nazwa;MPK\nA;1\n`)).toMatchObject({
    headings: { texts: ["Nazwa", "MPK"] },
    line: 4,
    sheet: undefined,
    rows: [{ line: 5, cells: ["A", "1"] }],
  });
});

it("The headings are looked for in the first twenty rows", async () => {
  expect(await csv(`${"x\n".repeat(19)}MPK\n1\n`)).toMatchObject({ line: 20 });
  await expect(csv(`${"x\n".repeat(20)}MPK\n1\n`)).rejects.toMatchObject({ fault: "noHeadings" });
  await expect(csv(`x\nNazwa;E-mail\nx\n${"x\n".repeat(30)}`)).rejects.toMatchObject({ fault: "missingHeadings" });
  await expect(csv("MPK\n")).rejects.toMatchObject({ fault: "noRows" });
});

it("The nearest row says which headings are missing", async () => {
  const missing = (...headings: string[]) => ({ fault: "missingHeadings", about: { headings } });
  await expect(csv("a;b;c\nNazwa\nE-mail")).rejects.toMatchObject(missing("email", "mpk"));
  await expect(csv("Nazwa;x\na;b;c;d")).rejects.toMatchObject(missing("email", "mpk"));
  const inSheets = (...cells: string[]) => expect(tableOf(sheetsOf(cells))).rejects;
  await inSheets("x", "Nazwa", "E-mail", "y").toMatchObject(missing("email", "mpk"));
  await inSheets("E-mail", "x", "Nazwa").toMatchObject(missing("displayName", "mpk"));
});

it("An error of our own ends the search for the headings", async () => {
  const columnOf = vi.fn(vocabulary.columnOf).mockImplementationOnce(() => {
    throw new TypeError("ours");
  });
  const table = readTable(sheetsOf(["x", "MPK"]), "workbook", { ...rules, vocabulary: { ...vocabulary, columnOf } });
  await expect(table).rejects.toThrow(TypeError);
});

it("The headings are looked for in each sheet, and the sheet is named", async () => {
  expect(await tableOf(sheetsOf(["x", "MPK"]))).toMatchObject({ sheet: "S1", rows: [{ line: 2, cells: ["1"] }] });
  expect(await tableOf(sheetsOf(["MPK"]))).toMatchObject({ sheet: undefined });
  await expect(tableOf(sheetsOf(["x", "y"]))).rejects.toMatchObject({ fault: "noHeadings" });
});

/** A workbook of sheets S0, S1, …, each with a text above a 1. */
function sheetsOf(texts: string[]): Buffer {
  const workbook = utils.book_new();
  for (const [at, text] of texts.entries())
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([[text], ["1"]]), `S${at}`);
  return write(workbook, { type: "buffer" });
}

it("The delimiter is judged by a bounded number of an endless row's cells", async () => {
  const columnOf = vi.fn(vocabulary.columnOf);
  const line = Buffer.from(";".repeat(1_000_000));
  const table = readTable(line, "csv", { ...rules, vocabulary: { ...vocabulary, columnOf } });
  await expect(table).rejects.toMatchObject({ fault: "rowTooLong" });
  expect(columnOf.mock.calls.length).toBeLessThan(1_000);
});

it("A file may have more blank rows than it may have others", async () => {
  expect(await cellsOf(`MPK\n${";;\n".repeat(20_001)}x`)).toEqual([["MPK"], ["x"]]);
  const rows = `${textRow("MPK")}<row r="30000"/>${textRow("x").replace("<row", '<row r="40000"')}`;
  expect(await cellsOf(workbookOf({ [SHEET]: sheetXml(rows) }))).toEqual([["MPK"], ["x"]]);
});

it("A file with too much text in all is refused, shared texts included", async () => {
  const file = workbookOf({
    [SHARED]: `<sst><si><t>${"x".repeat(30_000)}</t></si></sst>`,
    [SHEET]: sheetXml(textRow("MPK") + '<row><c t="s"><v>0</v></c></row>'.repeat(1_000)),
  });
  expect(file.length).toBeLessThan(5_000);
  expect(await faultOf(file)).toBe("tooMuchInside");
});
