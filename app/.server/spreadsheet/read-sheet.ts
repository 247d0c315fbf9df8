import { readCsv } from "./read-csv";
import { readXlsx } from "./read-xlsx";
import { charactersOf, MAX_CHARACTERS, MAX_ROWS, type SheetFormat, type SheetRow, UnusableFile } from "./sheet";

/** A ZIP archive's local file header (APPNOTE 4.3.7), which is how XLSX begins. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** A compound file (MS-CFB): Excel before 2007, and any workbook with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/**
 * Tells by its content what a file is, whatever its name says.
 * @throws UnusableFile for a file that is empty, of Excel before 2007, or with a password
 */
export function formatOf(bytes: Uint8Array): SheetFormat {
  if (bytes.length === 0) throw new UnusableFile("empty");
  if (begins(bytes, COMPOUND)) {
    const locked = Buffer.from(bytes).includes(Buffer.from("EncryptedPackage", "utf16le"));
    throw new UnusableFile(locked ? "encrypted" : "oldExcel");
  }
  if (!begins(bytes, ZIP)) return "csv";
  const [flags = 0] = bytes.subarray(6);
  if (flags & 1) throw new UnusableFile("encrypted");
  return "xlsx";
}

/**
 * The filled rows of a file, its headings first.
 * @param isHeading tells a heading that is known
 * @throws UnusableFile
 */
export async function* readSheet(
  bytes: Uint8Array,
  format: SheetFormat,
  isHeading: (cell: string) => boolean,
): AsyncGenerator<SheetRow, void> {
  let rows = -1;
  let characters = 0;
  for await (const row of format === "xlsx" ? readXlsx(bytes) : readCsv(bytes, isHeading)) {
    rows += 1;
    if (rows > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    yield row;
  }
  if (rows < 1) throw new UnusableFile(rows < 0 ? "empty" : "noRows");
}
