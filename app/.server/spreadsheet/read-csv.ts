import { CsvError, parse } from "csv-parse";
import { undefused } from "./print-csv";
import { checkSize, isBlank, pause, type SheetRow, UnusableFile } from "./sheet";
import { decodeText } from "./text-encoding";

const DELIMITERS = [";", ",", "\t"] as const;
/** Bytes that are parsed in one turn. */
const SLICE = 64 * 1024;
/** Bytes that a row may take before its cells are even told apart. */
const MAX_ROW_BYTES = 512 * 1024;

/**
 * The filled rows of a CSV file, in any of the delimiters and encodings that spreadsheets write. What `printCsv` defused
 * is as it was.
 * @param isHeading tells which delimiter splits the headings
 * @throws UnusableFile
 */
export async function* readCsv(
  bytes: Uint8Array,
  isHeading: (cell: string) => boolean,
): AsyncGenerator<SheetRow, void> {
  const { text, delimiter, skipped } = withDelimiter(decodeText(bytes), isHeading);
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    info: true,
  });
  const feeding = feed(parser, Buffer.from(text));
  let lineEnds = 0;
  let last = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // `lines` is where the row ends, and counts a CRLF within quotes twice.
      const within = record.join("|").match(/\r\n?|\n/g) ?? [];
      lineEnds += within.filter((end) => end === "\r\n").length;
      last = info.lines - lineEnds;
      const row = { line: last - within.length + skipped, cells: record.map(undefused) };
      if (isBlank(row)) continue;
      checkSize(row);
      yield row;
    }
    await feeding;
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, last + 1 + skipped) : error;
  } finally {
    parser.destroy();
  }
}

/** A slice at a time, so that a long file doesn't keep everybody else waiting. */
async function feed(parser: ReturnType<typeof parse>, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !parser.destroyed; at += SLICE) {
    if (!parser.write(bytes.subarray(at, at + SLICE))) await drained(parser);
    await pause();
  }
  parser.end();
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go).off("close", go);
      resolve();
    };
    parser.on("drain", go).on("close", go);
  });
}

/** @param line where the row begins that couldn't be read */
function faultOf(error: CsvError, line: number): UnusableFile {
  const fault = error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotes";
  return new UnusableFile(fault, { line }, { cause: error });
}

/** As the file's first line says (Excel's `sep=;`), or by which most headings are known; if in doubt, most cells. */
function withDelimiter(text: string, isHeading: (cell: string) => boolean) {
  const said = /^sep=(.)(\r\n|\n|\r)/.exec(text);
  if (said) return { text: text.slice(said[0].length), delimiter: said[1] as string, skipped: 1 };
  const firstLine = /[^\r\n]+/.exec(text)?.[0] ?? "";
  const [best] = DELIMITERS.map((delimiter) => {
    const cells = firstLine.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ""));
    return { delimiter, known: cells.filter(isHeading).length, cells: cells.length };
  }).sort((a, b) => b.known - a.known || b.cells - a.cells);
  return { text, delimiter: best?.delimiter ?? ";", skipped: 0 };
}
