import { readCsv } from "./read-csv";
import {
  charactersOf,
  HEADING_ROWS,
  MAX_CHARACTERS,
  MAX_ROWS,
  type Sheet,
  type SheetFormat,
  type SheetRow,
  UnusableFile,
} from "./sheet";

/** A ZIP archive's local file header (APPNOTE 4.3.7), the beginning of XLSX and ODS. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** A compound file (MS-CFB): XLS, and any workbook of Excel with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const LOCKED = ["EncryptedPackage"];
const XLS = ["Workbook", "Book"];
/** PDF, HTML (also as XLS), XML, RTF. */
const OTHER_TEXT = /^\s*(?:%PDF-|<[?!a-z]|\{\\rtf)/i;
const BEGINNING_BYTES = 1_024;

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Tells the format by the content. @throws UnusableFile if empty, locked or no table */
export function formatOf(bytes: Uint8Array): SheetFormat {
  if (bytes.length === 0) throw new UnusableFile("empty");
  if (begins(bytes, COMPOUND)) {
    const holds = (names: string[]) => names.some((name) => Buffer.from(bytes).includes(Buffer.from(name, "utf16le")));
    if (holds(LOCKED)) throw new UnusableFile("encrypted");
    if (!holds(XLS)) throw new UnusableFile("notTable");
    return "workbook";
  }
  if (!begins(bytes, ZIP)) {
    const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES));
    if (OTHER_TEXT.test(beginning)) throw new UnusableFile("notTable");
    return "csv";
  }
  const [flags = 0] = bytes.subarray(6);
  if (flags & 1) throw new UnusableFile("encrypted");
  return "workbook";
}

type HeadingRules<Headings> = {
  isHeading: (cell: string) => boolean;
  headingsOf: (cells: string[]) => Headings;
  /** Headings for a table without any, by its first rows; undefined if that is impossible. */
  assumedHeadings?: (rows: SheetRow[]) => Headings | undefined;
  /** Of a CSV file; by default it is detected. */
  delimiter?: string;
};

type SheetTable<Headings> = {
  headings: Headings;
  /** The headings' line; 0 for assumed headings. */
  line: number;
  /** The sheet's name, if the workbook shows more than one. */
  sheet?: string;
  rows: SheetRow[];
};

/** Reads the first sheet with the headings. @throws UnusableFile about the most similar row */
export async function readTable<Headings>(
  bytes: Uint8Array,
  format: SheetFormat,
  rules: HeadingRules<Headings>,
): Promise<SheetTable<Headings>> {
  let nearest: NearestRow | undefined;
  const sheets =
    format === "csv"
      ? [{ rows: readCsv(bytes, rules.isHeading, rules.delimiter) }]
      : // SheetJS takes 0.1 s to load.
        (await import("./read-workbook")).readWorkbook(bytes, begins(bytes, ZIP));
  for (const { name, rows } of sheets as Iterable<Sheet>) {
    const table = await tableIn(rows, rules);
    if ("rows" in table) return { ...table, sheet: name };
    if (table.nearest && table.nearest.headings > (nearest?.headings ?? -1)) nearest = table.nearest;
  }
  throw nearest?.fault ?? new UnusableFile("empty");
}

type NearestRow = { headings: number; fault: UnusableFile };

async function tableIn<Headings>(
  sheetRows: Sheet["rows"],
  { isHeading, headingsOf, assumedHeadings }: HeadingRules<Headings>,
) {
  let nearest: NearestRow | undefined;
  let heading: { headings: Headings; line: number } | undefined;
  const rows: SheetRow[] = [];
  const tried: SheetRow[] = [];
  const assume = () => {
    const headings = assumedHeadings?.(tried);
    if (headings) rows.push(...tried);
    return headings && { headings, line: 0 };
  };
  let characters = 0;
  for await (const row of sheetRows) {
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    if (heading) {
      if (rows.push(row) > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
      continue;
    }
    try {
      heading = { headings: headingsOf(row.cells), line: row.line };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const headings = row.cells.filter(isHeading).length;
      if (headings > (nearest?.headings ?? -1)) nearest = { headings, fault };
      tried.push(row);
      if (tried.length < HEADING_ROWS) continue;
      heading = assume();
      if (!heading) break;
    }
  }
  heading ??= assume();
  if (!heading) return { nearest };
  if (rows.length === 0) throw new UnusableFile("noRows");
  return { ...heading, rows };
}
