import { decodeText, type Encoding } from "./csv-encoding";
import { readCsv } from "./read-csv";
import { filledRows, type Sheet, type SheetFormat, UnusableFile } from "./sheet";

/** The first bytes of XLSX and ODS. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Bit 0 of a ZIP file's flags (APPNOTE 4.4.4). */
const ENCRYPTED = 1;
/** The first bytes of XLS, and of a workbook with a password, which `readWorkbook` refuses. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** The beginning of PDF, HTML, XML and RTF. Some programs save HTML as `.xls`. */
const NOT_TABLE = /^\s*(?:%PDF-|<[?!a-z]|\{\\rtf)/i;

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** @throws UnusableFile if empty, encrypted or no table */
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
  /** Recognises known headings, by which the delimiter is guessed. */
  isHeading: (cell: string) => boolean;
  isPasted?: boolean;
  encoding?: Encoding;
};

/** @returns `encoding` if it was guessed or chosen for a CSV file */
export async function readSheets(
  bytes: Uint8Array,
  format: SheetFormat,
  { isHeading, isPasted, encoding: chosen }: CsvRules,
): Promise<{ sheets: Iterable<Sheet>; encoding?: Encoding }> {
  if (format === "csv") {
    const { text, encoding } = await decodeText(bytes, chosen);
    return { sheets: [{ rows: filledRows(readCsv(text, isHeading, isPasted)) }], encoding };
  }
  // Loaded only for a workbook, because SheetJS takes 0.1 s to load.
  const { readWorkbook } = await import("./read-workbook");
  const isZip = begins(bytes, ZIP);
  return { sheets: readWorkbook(bytes, isZip) };
}
