import { type CellObject, read, SSF, set_cptable, type WorkBook, type WorkSheet } from "@e965/xlsx";
import * as codePages from "@e965/xlsx/dist/cpexcel";
import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, zipSync } from "fflate";
import { checkSize, isBlank, MAX_COLUMNS, MAX_LINES, type Sheet, type SheetRow, UnusableFile } from "./sheet";

// Excel before 1997 wrote texts in a code page.
set_cptable(codePages);

/** In bytes of all parts: six times what 20,000 rows take. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_SHEETS = 50;
/** The text of a formula without a value: an empty cell would clear the seller's value. */
const NO_VALUE = "#CALC!";

type Workbook = {
  bytes: Uint8Array;
  isXlsx: boolean;
  hasFormulas: boolean;
  /** Whether formulas still have to be calculated. Libraries store 0 in them. */
  isStale: boolean;
  /** By the sheets' order, where SheetJS doesn't know it. */
  hidden: boolean[];
};

/** Yields the visible sheets of an XLSX or ODS file (both zipped), or of an XLS file. @throws UnusableFile */
export function* readWorkbook(bytes: Uint8Array, isZipped: boolean): Generator<Sheet, void> {
  const workbook = isZipped
    ? unpacked(bytes)
    : { bytes, isXlsx: false, hasFormulas: false, isStale: false, hidden: [] };
  const first = sheetsOf(workbook, 0);
  const visible = [...first.SheetNames.entries()].filter(
    ([at]) => !first.Workbook?.Sheets?.[at]?.Hidden && !workbook.hidden[at],
  );
  for (const [at, name] of visible.slice(0, MAX_SHEETS)) {
    const sheet = (at > 0 && workbook.isXlsx ? sheetsOf(workbook, at) : first).Sheets[name];
    // SheetJS leaves out a sheet whose part it can't find or read.
    if (!sheet) throw new UnusableFile("broken");
    if (!sheet["!type"]) yield { name: visible.length > 1 ? name : undefined, rows: rowsOf(sheet, workbook) };
  }
}

/** Reads one sheet of an XLSX file with the names of all, and all sheets of other files. */
function sheetsOf({ bytes, hasFormulas }: Workbook, sheets: number): WorkBook {
  try {
    return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      ...{ dense: true, sheets, cellNF: true, cellHTML: false },
      // A formula without a value is a stub.
      ...{ cellFormula: hasFormulas, sheetStubs: hasFormulas },
    });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message);
    throw new UnusableFile(isLocked ? "encrypted" : "broken", {}, { cause });
  }
}

function* rowsOf(sheet: WorkSheet, { isStale }: Workbook): Generator<SheetRow, void> {
  const rows: (CellObject[] | undefined)[] = sheet["!data"] ?? [];
  if (rows.length > MAX_LINES) throw new UnusableFile("tooManyRows", { line: rows.length });
  for (const [index, cells] of rows.entries()) {
    if (!cells) continue;
    if (cells.length > MAX_COLUMNS) throw new UnusableFile("rowTooLong", { line: index + 1 });
    const row = { line: index + 1, cells: Array.from(cells, (cell) => (cell ? textOf(cell, isStale) : "")) };
    while (row.cells.at(-1) === "") row.cells.pop();
    if (isBlank(row)) continue;
    checkSize(row);
    yield row;
  }
}

/** Formats that only group digits or add decimals, which codes don't have. */
const PLAIN_FORMAT = /^(?:General|[#,]*0(?:\.0+)?)$/;

/** What a spreadsheet shows in a cell; of a date the ISO form, by which it is known for one. */
function textOf({ t, v, w, z = "", f }: CellObject, isStale: boolean): string {
  if (t === "z" || (isStale && f && v === 0)) return f ? NO_VALUE : "";
  if (t !== "n" || typeof v !== "number") return t === "s" ? String(v) : (w ?? String(v));
  if (SSF.is_date(z)) return SSF.format(v < 1 ? "hh:mm:ss" : "yyyy-mm-dd", v);
  return w === undefined || (PLAIN_FORMAT.test(String(z)) && Number.isSafeInteger(v)) ? String(v) : w;
}

/** The parts that SheetJS reads: no pictures, macros or embedded files. */
const PART = /\.(?:xml|rels)$/i;
const XLSX = /(?:sheet|template)(?:\.macroEnabled)?\.main\+xml/;
const ODS = "application/vnd.oasis.opendocument.spreadsheet";

/**
 * Unzips an archive by its central directory, each part into the room that it declares, and zips it
 * again without compression, because SheetJS would unzip a bomb whole.
 */
function unpacked(zipped: Uint8Array): Workbook {
  const parts: Record<string, Uint8Array> = {};
  let size = 0;
  try {
    const filter = (part: UnzipFileInfo) => {
      if (PART.test(part.name)) size += Math.max(part.size, part.originalSize);
      if (size > MAX_UNPACKED) throw new UnusableFile("tooMuchInside");
      return PART.test(part.name);
    };
    for (const [name, part] of Object.entries(unzipSync(zipped, { filter })))
      parts[name.replaceAll("\\", "/")] = asUtf8(part);
  } catch (cause) {
    throw cause instanceof UnusableFile ? cause : new UnusableFile("broken", {}, { cause });
  }
  const textAt = (path: string) => {
    const name = Object.keys(parts).find((each) => each.toLowerCase() === path) ?? "";
    return strFromU8(parts[name] ?? new Uint8Array());
  };
  const isXlsx = XLSX.test(textAt("[content_types].xml"));
  if (!isXlsx && !textAt("meta-inf/manifest.xml").includes(ODS)) throw new UnusableFile("notTable");
  const holds = (...texts: string[]) =>
    Object.values(parts).some((part) =>
      texts.some((text) => Buffer.from(part.buffer, part.byteOffset, part.length).includes(text)),
    );
  return {
    bytes: zipSync(parts, { level: 0 }),
    isXlsx,
    hasFormulas: isXlsx && holds("</f>", ":f>"),
    isStale: holds('fullCalcOnLoad="1"', 'fullCalcOnLoad="true"'),
    hidden: isXlsx ? [] : hiddenSheets(textAt("content.xml")),
  };
}

/** SheetJS takes every part for UTF-8. */
function asUtf8(part: Uint8Array): Uint8Array {
  const encoding = part[0] === 0xff ? "utf-16le" : part[0] === 0xfe ? "utf-16be" : undefined;
  return encoding ? strToU8(new TextDecoder(encoding).decode(part)) : part;
}

/** Which sheets an ODS file hides, by their styles (ODF 1.3 part 3, 19.658). */
function hiddenSheets(content: string): boolean[] {
  const style = /<style:style[^>]* style:name="([^"]*)"[^>]*>\s*<style:table-properties[^>]* table:display="false"/g;
  const hiding = new Set(Array.from(content.matchAll(style), ([, name]) => name));
  const names = content.matchAll(/<table:table (?:[^>]* )?table:style-name="([^"]*)"|<table:table[ >]/g);
  return Array.from(names, ([, name]) => hiding.has(name));
}
