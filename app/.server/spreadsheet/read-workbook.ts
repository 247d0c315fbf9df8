import { type CellObject, read, SSF, set_cptable, type WorkBook, type WorkSheet } from "@e965/xlsx";
import * as codePages from "@e965/xlsx/dist/cpexcel";
import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, zipSync } from "fflate";
import { markedEncoding } from "./csv-encoding";
import { type FileFault, filledRows, MAX_COLUMNS, MAX_LINES, type Sheet, type SheetRow, UnusableFile } from "./sheet";

// Excel before 1997 wrote texts in a code page.
set_cptable(codePages);

/** A file of 20,000 rows takes a sixth of this. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Further sheets are left out. */
const MAX_SHEETS = 50;
/** The text of a formula without a value: an empty cell would clear the seller's value. */
const NO_VALUE = "#CALC!";

type Workbook = {
  /** XLSX and ODS files are zipped again without compression, so the XML is searchable as text. */
  bytes: Buffer;
  isXlsx: boolean;
  /** Whether a sheet of an XLSX file hides a row. SheetJS doesn't know that of ODS files. */
  hidesRows: boolean;
  /** Which sheets of an ODS file are hidden, in their order: SheetJS doesn't know that. */
  hidden: boolean[];
};

/** Yields the visible sheets of an XLSX, ODS (both zipped) or XLS file. @throws UnusableFile */
export function* readWorkbook(bytes: Uint8Array, isZipped: boolean): Generator<Sheet, void> {
  const workbook = isZipped
    ? unpacked(bytes)
    : { bytes: Buffer.from(bytes), isXlsx: false, hidesRows: false, hidden: [] };
  const first = sheetsOf(workbook, 0);
  const visible = [...first.SheetNames.entries()].filter(
    ([at]) => !first.Workbook?.Sheets?.[at]?.Hidden && !workbook.hidden[at],
  );
  for (const [at, name] of visible.slice(0, MAX_SHEETS)) {
    const sheet = (at > 0 && workbook.isXlsx ? sheetsOf(workbook, at) : first).Sheets[name];
    // SheetJS leaves out a sheet whose part it can't find or read.
    if (!sheet) throw new UnusableFile("broken");
    // A sheet that is one large chart has a type, and no rows.
    if (!sheet["!type"])
      yield { name: visible.length > 1 ? name : undefined, rows: filledRows(rowsOf(sheet, workbook)) };
  }
}

/** Reads one sheet of an XLSX file with the names of all, and all sheets of other files. */
function sheetsOf({ bytes, isXlsx, hidesRows }: Workbook, sheets: number): WorkBook {
  // Without `sheetStubs` SheetJS leaves out a formula without a value.
  const hasFormulas = isXlsx && (bytes.includes("</f>") || bytes.includes(":f>"));
  const formulas = { cellFormula: hasFormulas, sheetStubs: hasFormulas };
  // SheetJS tells hidden rows only if it reads styles, and then makes a cell of each blank one.
  const options = { dense: true, sheets, cellNF: true, cellHTML: false, cellStyles: hidesRows, ...formulas };
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

/** @param message of SheetJS */
function faultOf(message: string): FileFault {
  if (/password|encrypt/i.test(message)) return "encrypted";
  return message.includes("Cannot find Workbook stream") ? "notTable" : "broken";
}

function* rowsOf(sheet: WorkSheet, { bytes }: Workbook): Generator<SheetRow, void> {
  // Libraries that can't calculate store 0 for a formula, and tell Excel to calculate on opening.
  const isStale = bytes.includes('fullCalcOnLoad="1"') || bytes.includes('fullCalcOnLoad="true"');
  const rows: (CellObject[] | undefined)[] = sheet["!data"] ?? [];
  if (rows.length > MAX_LINES) throw new UnusableFile("tooManyRows", { line: rows.length });
  // A merged cell is shown in all its rows; an empty one would clear the sellers' values.
  for (const { s: first, e: last } of sheet["!merges"] ?? []) {
    const [top, ...below] = rows.slice(first.r, last.r + 1);
    for (const cells of below) {
      // A row of blank cells stays blank: headings are merged over such rows.
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

/** Formats that show the code 1234 as `1 234` or `1234,00`: the number itself is meant. */
const PLAIN_FORMAT = /^(?:General|[#,]*0(?:\.0+)?)(?:\\ )?(?:;|$)/;
/** The language of a format (`[$-415]`): SheetJS shows a dollar sign for it. */
const LANGUAGE = /\[\$-[^\]]*\]/g;
/** Parts of a format that are shown as blanks. */
const PADDING = /_.|\*./g;

/** Returns what a spreadsheet shows in a cell; for a date its ISO form, which readers recognise. */
function textOf({ t: type, v: value, w: shownText, z = "", f: formula }: CellObject, isStale: boolean): string {
  if (type === "z" || (isStale && formula && value === 0)) return formula ? NO_VALUE : "";
  if (type !== "n" || typeof value !== "number") return type === "s" ? String(value) : (shownText ?? String(value));
  const format = String(z).replace(LANGUAGE, "");
  if (SSF.is_date(format)) return SSF.format(value < 1 ? "hh:mm:ss" : "yyyy-mm-dd", value);
  // A format may hide zeros: `0;-0;;@`.
  const isHidden = shownText?.trim() === "";
  const isPlain = PLAIN_FORMAT.test(format.replace(PADDING, "")) && Number.isSafeInteger(value) && !isHidden;
  if (shownText === undefined || isPlain) return String(value);
  return format === z ? shownText : SSF.format(format, value);
}

/** Names of the parts that SheetJS reads: no pictures, macros, embedded files or colour themes. */
const PART = /^(?!.*[\\/]theme[\\/]).*\.(?:xml|rels)$/i;
const HIDDEN_ROW = /<(?:\w+:)?row\b[^>]*\shidden=["'](?:1|true)["']/;
const XLSX = /(?:sheet|template)(?:\.macroEnabled)?\.main\+xml/;
const ODS = "application/vnd.oasis.opendocument.spreadsheet";

/**
 * SheetJS would unzip a zip bomb whole. So this adds up the sizes that the parts declare, unzips
 * each part into a buffer of its declared size, and zips the parts again without compression.
 */
function unpacked(zipped: Uint8Array): Workbook {
  let size = 0;
  const filter = (part: UnzipFileInfo) => {
    if (PART.test(part.name)) size += Math.max(part.size, part.originalSize);
    if (size > MAX_UNPACKED_BYTES) throw new UnusableFile("tooMuchInside");
    return PART.test(part.name);
  };
  const parts: Record<string, Uint8Array> = {};
  // Some writers use backslashes, and names of parts ignore case (OPC).
  for (const [name, part] of Object.entries(rethrowAsFault(() => unzipSync(zipped, { filter }))))
    parts[name.replaceAll("\\", "/").toLowerCase()] = asUtf8(part);
  const textAt = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const isXlsx = XLSX.test(textAt("[content_types].xml"));
  if (!isXlsx && !textAt("meta-inf/manifest.xml").includes(ODS)) throw new UnusableFile("notTable");
  const hidden = isXlsx ? [] : hiddenSheets(textAt("content.xml"));
  const hidesRows = isXlsx && Object.values(parts).some((part) => HIDDEN_ROW.test(strFromU8(part, true)));
  return { bytes: Buffer.from(zipSync(parts, { level: 0 }).buffer), isXlsx, hidesRows, hidden };
}

/** SheetJS takes every part for UTF-8. */
function asUtf8(part: Uint8Array): Uint8Array {
  const marked = markedEncoding(part);
  return marked ? strToU8(new TextDecoder(marked).decode(part)) : part;
}

/** Which sheets an ODS file hides, by their styles (ODF 1.3 part 3, 19.658). */
function hiddenSheets(content: string): boolean[] {
  const style = /<style:style[^>]* style:name="([^"]*)"[^>]*>\s*<style:table-properties[^>]* table:display="false"/g;
  const hiding = new Set(Array.from(content.matchAll(style), ([, name]) => name));
  const names = content.matchAll(/<table:table (?:[^>]* )?table:style-name="([^"]*)"|<table:table[ >]/g);
  return Array.from(names, ([, name]) => hiding.has(name));
}
