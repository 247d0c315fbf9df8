import { decodeText, type Encoding } from "./csv-encoding";
import { readCsv } from "./read-csv";
import { filledRows, type Sheet, type SheetFormat, UnusableFile } from "./sheet";

/** A ZIP archive's local file header (APPNOTE 4.3.7), the beginning of XLSX and ODS. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Bit 0 of the general purpose flags at byte 6 (APPNOTE 4.4.4). */
const ENCRYPTED = 1;
/** A compound file (MS-CFB): XLS, and a workbook with a password, which `readWorkbook` refuses. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** The beginning of PDF, HTML (also as XLS), XML and RTF. */
const NOT_TABLE = /^\s*(?:%PDF-|<[?!a-z]|\{\\rtf)/i;

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Detects the format by the first bytes. @throws UnusableFile if empty, encrypted or no table */
export function formatOf(bytes: Uint8Array): SheetFormat {
  if (bytes.length === 0) throw new UnusableFile("empty");
  if (begins(bytes, COMPOUND)) return "workbook";
  if (!begins(bytes, ZIP)) {
    const beginning = new TextDecoder().decode(bytes.subarray(0, 1_024));
    if (NOT_TABLE.test(beginning)) throw new UnusableFile("notTable");
    return "csv";
  }
  const flags = bytes[6] ?? 0;
  if (flags & ENCRYPTED) throw new UnusableFile("encrypted");
  return "workbook";
}

export type CsvRules = {
  /** Whether a cell is a known heading: the delimiter is guessed by the headings. */
  isHeading: (cell: string) => boolean;
  /** Whether the text was pasted from a spreadsheet, which puts tabs between cells. */
  isPasted?: boolean;
  encoding?: Encoding;
};

/**
 * Reads the visible sheets, one after the other.
 * @returns `encoding` for a CSV file whose encoding was guessed or chosen. @throws UnusableFile
 */
export async function readSheets(
  bytes: Uint8Array,
  format: SheetFormat,
  { isHeading, isPasted, encoding: chosen }: CsvRules,
): Promise<{ sheets: Iterable<Sheet>; encoding?: Encoding }> {
  if (format === "csv") {
    const { text, encoding } = await decodeText(bytes, chosen);
    return { sheets: [{ rows: filledRows(readCsv(text, isHeading, isPasted)) }], encoding };
  }
  // SheetJS takes 0.1 s to load.
  const { readWorkbook } = await import("./read-workbook");
  const isZip = begins(bytes, ZIP);
  return { sheets: readWorkbook(bytes, isZip) };
}
