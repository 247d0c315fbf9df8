import { readCsv } from "./read-csv";
import { readXlsx } from "./read-xlsx";
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

/** A ZIP archive's local file header (APPNOTE 4.3.7), which is how XLSX begins. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** How an OpenDocument spreadsheet begins after its first entry's header (ODF 1.3 part 2, 3.3): LibreOffice's own. */
const OPEN_DOCUMENT = Buffer.from("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");
const HEADER_BYTES = 30;
/** A compound file (MS-CFB): Excel before 2007, other programs of that time, and any workbook with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** The names of what lies in one. */
const LOCKED = ["EncryptedPackage"];
const OLD_EXCEL = ["Workbook", "Book"];
/** How a text begins that is no table: PDF, a page that calls itself XLS, XML, RTF. */
const OTHER_TEXT = /^\s*(?:%PDF-|<[?!a-z]|\{\\rtf)/i;
const BEGINNING_BYTES = 1_024;

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/**
 * Tells by its content what a file is, whatever its name says.
 * @throws UnusableFile for a file that is empty, of Excel before 2007, of OpenDocument, with a password, or no table
 */
export function formatOf(bytes: Uint8Array): SheetFormat {
  if (bytes.length === 0) throw new UnusableFile("empty");
  if (begins(bytes, COMPOUND)) {
    const holds = (names: string[]) => names.some((name) => Buffer.from(bytes).includes(Buffer.from(name, "utf16le")));
    throw new UnusableFile(holds(LOCKED) ? "encrypted" : holds(OLD_EXCEL) ? "oldExcel" : "notTable");
  }
  if (!begins(bytes, ZIP)) {
    const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES));
    if (OTHER_TEXT.test(beginning)) throw new UnusableFile("notTable");
    return "csv";
  }
  if (begins(bytes.subarray(HEADER_BYTES), [...OPEN_DOCUMENT])) throw new UnusableFile("ods");
  const [flags = 0] = bytes.subarray(6);
  if (flags & 1) throw new UnusableFile("encrypted");
  return "xlsx";
}

/** What is known of the headings that are looked for. */
type Expected<Headings> = {
  /** Tells a heading that is known. */
  isHeading: (cell: string) => boolean;
  /** Reads a row of headings. @throws UnusableFile for a row that isn't one */
  headingsOf: (cells: string[]) => Headings;
};

type SheetTable<Headings> = {
  headings: Headings;
  /** Where the headings stand. */
  line: number;
  /** The sheet's name, where a workbook shows more than one. */
  sheet?: string;
  /** Below the headings, the blank ones left out. */
  rows: SheetRow[];
};

/**
 * The table of a file: the first sheet that holds the headings, from them on. Where none does, the row that came nearest
 * says why.
 * @throws UnusableFile
 */
export async function readTable<Headings>(
  bytes: Uint8Array,
  format: SheetFormat,
  expected: Expected<Headings>,
): Promise<SheetTable<Headings>> {
  let nearest: { known: number; fault: UnusableFile } | undefined;
  const sheets: Sheet[] = format === "xlsx" ? readXlsx(bytes) : [{ rows: readCsv(bytes, expected.isHeading) }];
  for (const { name, rows } of sheets) {
    const found = await tableIn(rows, expected);
    if ("rows" in found) return { ...found, sheet: sheets.length > 1 ? name : undefined };
    if (found.nearest && found.nearest.known > (nearest?.known ?? -1)) nearest = found.nearest;
  }
  throw nearest?.fault ?? new UnusableFile("empty");
}

async function tableIn<Headings>(given: Sheet["rows"], { isHeading, headingsOf }: Expected<Headings>) {
  let nearest: { known: number; fault: UnusableFile } | undefined;
  let begun: { headings: Headings; line: number } | undefined;
  const rows: SheetRow[] = [];
  let looked = 0;
  let characters = 0;
  for await (const row of given) {
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    if (begun) {
      if (rows.push(row) > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
      continue;
    }
    try {
      begun = { headings: headingsOf(row.cells), line: row.line };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const known = row.cells.filter(isHeading).length;
      if (known > (nearest?.known ?? -1)) nearest = { known, fault };
      looked += 1;
      if (looked === HEADING_ROWS) break;
    }
  }
  if (!begun) return { nearest };
  if (rows.length === 0) throw new UnusableFile("noRows");
  return { ...begun, rows };
}
