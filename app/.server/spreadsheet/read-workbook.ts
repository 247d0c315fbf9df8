import { type CellObject, read, SSF, set_cptable, type WorkBook, type WorkSheet } from "@e965/xlsx";
import * as codePages from "@e965/xlsx/dist/cpexcel";
import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, zipSync } from "fflate";
import { markedEncoding } from "./csv-encoding";
import { type FileFault, filledRows, MAX_COLUMNS, MAX_LINES, type Sheet, type SheetRow, UnusableFile } from "./sheet";

// Excel before 1997 wrote texts in a code page, which SheetJS can only read with these tables.
set_cptable(codePages);

/** A file of 20,000 rows takes a sixth of this size. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_SHEETS = 50;
/** Stands for a formula without a value, because an empty cell would clear the seller's value. */
const NO_VALUE = "#CALC!";

type Workbook = {
  bytes: Buffer;
  isXlsx: boolean;
  hidesRows: boolean;
  /** `hiddenSheets[2]`: the third sheet of an ODS file is hidden. SheetJS doesn't read this. */
  hiddenSheets: boolean[];
};

export function* readWorkbook(bytes: Uint8Array, isZipped: boolean): Generator<Sheet, void> {
  const workbook = isZipped
    ? repack(bytes)
    : { bytes: Buffer.from(bytes), isXlsx: false, hidesRows: false, hiddenSheets: [] };
  const first = sheetsOf(workbook, 0);
  const visible = [...first.SheetNames.entries()].filter(
    ([at]) => !first.Workbook?.Sheets?.[at]?.Hidden && !workbook.hiddenSheets[at],
  );
  for (const [at, name] of visible.slice(0, MAX_SHEETS)) {
    const sheet = (at > 0 && workbook.isXlsx ? sheetsOf(workbook, at) : first).Sheets[name];
    // SheetJS leaves out a sheet that it can't read.
    if (!sheet) throw new UnusableFile("broken");
    // Only a chart sheet has a type. It has no rows.
    if (!sheet["!type"])
      yield { name: visible.length > 1 ? name : undefined, rows: filledRows(rowsOf(sheet, workbook)) };
  }
}

/** Reads one sheet of an XLSX file, with the names of all its sheets; of other files all sheets. */
function sheetsOf({ bytes, isXlsx, hidesRows }: Workbook, sheetIndex: number): WorkBook {
  // Without `sheetStubs` SheetJS leaves out a formula without a value.
  const hasFormulas = isXlsx && (bytes.includes("</f>") || bytes.includes(":f>"));
  const formulas = { cellFormula: hasFormulas, sheetStubs: hasFormulas };
  // `cellStyles` finds hidden rows. It is set only if there are some, because it makes an object of
  // each blank cell.
  const options = {
    dense: true,
    sheets: sheetIndex,
    cellNF: true,
    cellHTML: false,
    cellStyles: hidesRows,
    ...formulas,
  };
  return rethrowAsFault(() => read(bytes, options));
}

function rethrowAsFault<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof UnusableFile) throw cause;
    throw new UnusableFile(faultOf(String(cause)), {}, { cause });
  }
}

function faultOf(message: string): FileFault {
  if (/password|encrypt/i.test(message)) return "encrypted";
  return message.includes("Cannot find Workbook stream") ? "notTable" : "broken";
}

function* rowsOf(sheet: WorkSheet, { bytes }: Workbook): Generator<SheetRow, void> {
  // If true, a formula's 0 isn't its value: a library that can't calculate wrote 0, and asks Excel
  // to calculate it.
  const isStale = bytes.includes('fullCalcOnLoad="1"') || bytes.includes('fullCalcOnLoad="true"');
  const rows: (CellObject[] | undefined)[] = sheet["!data"] ?? [];
  if (rows.length > MAX_LINES) throw new UnusableFile("tooManyRows", { line: rows.length });
  // Copies a merged cell's value, which only its first row has, to its other rows. Otherwise their
  // empty cells would clear sellers' values.
  for (const { s: first, e: last } of sheet["!merges"] ?? []) {
    const [top, ...below] = rows.slice(first.r, last.r + 1);
    for (const cells of below) {
      // A heading may be merged over blank rows, which stay blank.
      if (cells?.some((cell) => cell && cell.t !== "z")) cells[first.c] = top?.[first.c] as CellObject;
    }
  }
  for (const [index, cells] of rows.entries()) {
    if (!cells) continue;
    if (cells.length > MAX_COLUMNS) throw new UnusableFile("rowTooLong", { line: index + 1 });
    const row: SheetRow = { line: index + 1, cells: Array.from(cells, (cell) => (cell ? textOf(cell, isStale) : "")) };
    if (sheet["!rows"]?.[index]?.hidden) row.isHidden = true;
    yield row;
  }
}

/** Formats that show the MPK 1234 as `1 234` or `1234,00`; the number itself is used. */
const PLAIN_FORMAT = /^(?:General|[#,]*0(?:\.0+)?)(?:\\ )?(?:;|$)/;
/** The language of a format, such as `[$-415]`, which SheetJS shows as a dollar sign. */
const LANGUAGE = /\[\$-[^\]]*\]/g;
/** Parts of a format that a spreadsheet shows as blanks. */
const PADDING = /_.|\*./g;

/** The text that a spreadsheet shows, but a date as `2026-11-29`. */
function textOf({ t: type, v: value, w: shownText, z = "", f: formula }: CellObject, isStale: boolean): string {
  if (type === "z" || (isStale && formula && value === 0)) return formula ? NO_VALUE : "";
  if (type !== "n" || typeof value !== "number") return type === "s" ? String(value) : (shownText ?? String(value));
  const format = String(z).replace(LANGUAGE, "");
  if (SSF.is_date(format)) return SSF.format(value < 1 ? "hh:mm:ss" : "yyyy-mm-dd", value);
  // A format such as `0;-0;;@` hides zeros.
  const showsNothing = shownText?.trim() === "";
  const isPlain = PLAIN_FORMAT.test(format.replace(PADDING, "")) && Number.isSafeInteger(value) && !showsNothing;
  if (shownText === undefined || isPlain) return String(value);
  return format === z ? shownText : SSF.format(format, value);
}

/** Only these files of the archive are read: no pictures, macros, embedded files or themes. */
const PART = /^(?!.*[\\/]theme[\\/]).*\.(?:xml|rels)$/i;
const HIDDEN_ROW = /<(?:\w+:)?row\b[^>]*\shidden=["'](?:1|true)["']/;
const XLSX = /(?:sheet|template)(?:\.macroEnabled)?\.main\+xml/;
const ODS = "application/vnd.oasis.opendocument.spreadsheet";

// SheetJS would unzip a zip bomb, so the parts are unzipped here if their declared sizes are small
// enough. They are zipped again without compression, so the bytes can be searched for XML.
function repack(zipped: Uint8Array): Workbook {
  let size = 0;
  const filter = (part: UnzipFileInfo) => {
    if (PART.test(part.name)) size += Math.max(part.size, part.originalSize);
    if (size > MAX_UNPACKED_BYTES) throw new UnusableFile("tooMuchInside");
    return PART.test(part.name);
  };
  const parts: Record<string, Uint8Array> = {};
  // Some programs write backslashes in paths. The letter case of a path doesn't matter.
  for (const [name, part] of Object.entries(rethrowAsFault(() => unzipSync(zipped, { filter }))))
    parts[name.replaceAll("\\", "/").toLowerCase()] = toUtf8(part);
  const textAt = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const isXlsx = XLSX.test(textAt("[content_types].xml"));
  if (!isXlsx && !textAt("meta-inf/manifest.xml").includes(ODS)) throw new UnusableFile("notTable");
  const hiddenSheets = isXlsx ? [] : findHiddenSheets(textAt("content.xml"));
  const hidesRows = isXlsx && Object.values(parts).some((part) => HIDDEN_ROW.test(strFromU8(part, true)));
  return { bytes: Buffer.from(zipSync(parts, { level: 0 }).buffer), isXlsx, hidesRows, hiddenSheets };
}

// SheetJS doesn't recognise UTF-16.
function toUtf8(part: Uint8Array): Uint8Array {
  const marked = markedEncoding(part);
  return marked ? strToU8(new TextDecoder(marked).decode(part)) : part;
}

/** A sheet is hidden by its style (ODF 1.3 part 3, 19.658). */
function findHiddenSheets(content: string): boolean[] {
  const style = /<style:style[^>]* style:name="([^"]*)"[^>]*>\s*<style:table-properties[^>]* table:display="false"/g;
  const hiding = new Set(Array.from(content.matchAll(style), ([, name]) => name));
  const names = content.matchAll(/<table:table (?:[^>]* )?table:style-name="([^"]*)"|<table:table[ >]/g);
  return Array.from(names, ([, name]) => hiding.has(name));
}
