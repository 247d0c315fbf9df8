import { setImmediate as turn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { undefused } from "./print-csv";
import {
  checkSize,
  HEADING_ROWS,
  isBlank,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_LINES,
  type SheetRow,
  UnusableFile,
} from "./sheet";
import { decodeText } from "./text-encoding";

const DELIMITERS = [";", ",", "\t", "|"] as const;
/** Characters that the parser is given at once; what comes of them is taken before the next. */
const SLICE = 64 * 1024;
/** Of the file's beginning, in characters, as much as is looked at to tell the delimiter. */
const MAX_BEGINNING = 32_000;
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
  const tidied = withoutBlanksAroundQuotes(text, delimiter);
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    info: true,
  });
  const feeding = feed(parser, tidied);
  let lineEnds = 0;
  let last = 0;
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      rows += 1;
      if (rows > MAX_LINES) throw new UnusableFile("tooManyRows", { line: info.lines - lineEnds + skipped });
      if (record.length > MAX_COLUMNS) throw new UnusableFile("rowTooLong", { line: last + 1 + skipped });
      // Excel likes to leave a million rows of nothing.
      if (record.every((cell) => cell === "")) {
        last = info.lines - lineEnds;
        continue;
      }
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

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  let next = 0;
  for (let at = 0; at < text.length && !parser.destroyed; at = next) {
    next = at + SLICE;
    // Not between the halves of a surrogate pair.
    if (text.charCodeAt(next - 1) >> 10 === 0x36) next += 1;
    if (!parser.write(text.slice(at, next))) await drained(parser);
    // What was read so far is taken before a fault in what follows can hide it.
    await turn();
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

/**
 * Blanks between a delimiter and a cell in quotes are none of its text: programs that write `"a"; "b"` mean it so, and LibreOffice
 * reads it so, while the parser would take the quotes for text and split the cell. A cell that goes on behind its quotes stays as it is.
 */
function withoutBlanksAroundQuotes(text: string, delimiter: string): string {
  if (delimiter === " " || !/ "|" /.test(text)) return text;
  const ends = new Set([delimiter, "\r", "\n", undefined]);
  const isEnd = (at: number) => ends.has(text[at]);
  const behindBlanks = (at: number) => {
    let next = at;
    while (text[next] === " ") next += 1;
    return next;
  };
  let tidied = "";
  let taken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const quote = behindBlanks(at);
    const behind = text[quote] === '"' ? behindQuoted(text, quote) : undefined;
    const end = behind && behindBlanks(behind);
    if (end && isEnd(end)) {
      tidied += text.slice(taken, at) + text.slice(quote, behind);
      taken = end;
      at = end;
    } else if (behind && quote === at) at = behind;
    while (!isEnd(at)) at += 1;
  }
  return tidied + text.slice(taken);
}

/** Where a text in quotes that begins at `quote` has ended; undefined if it never does. */
function behindQuoted(text: string, quote: number): number | undefined {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return undefined;
}

/** @param line where the row begins that couldn't be read */
function faultOf(error: CsvError, line: number): UnusableFile {
  const fault = error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotes";
  return new UnusableFile(fault, { line }, { cause: error });
}

/** As the file's first line says (Excel's `sep=;`), or by which most headings are known in one of the first lines; if in doubt, most cells. */
function withDelimiter(text: string, isHeading: (cell: string) => boolean) {
  const said = /^sep=(.)(\r\n|\n|\r)/.exec(text);
  if (said) return { text: text.slice(said[0].length), delimiter: said[1] as string, skipped: 1 };
  const lines = text.slice(0, MAX_BEGINNING).split(/(?:\r\n|\n|\r)+/, HEADING_ROWS);
  const readings = lines.flatMap((line) =>
    DELIMITERS.map((delimiter) => {
      const cells = line.split(delimiter, MAX_CELLS).map((cell) => cell.replace(/^\s*"|"\s*$/g, ""));
      return { delimiter, known: cells.filter(isHeading).length, cells: cells.length };
    }),
  );
  const most = Math.max(...readings.map(({ known }) => known));
  const [best] = readings
    .slice(0, most > 0 ? undefined : DELIMITERS.length)
    .sort((a, b) => b.known - a.known || b.cells - a.cells);
  return { text, delimiter: best?.delimiter ?? ";", skipped: 0 };
}
