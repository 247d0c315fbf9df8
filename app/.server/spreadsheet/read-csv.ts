import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { undefuse } from "./print-csv";
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

const DELIMITERS = [";", ",", "\t", "|"] as const;
const SLICE = 64 * 1024;
const MAX_BEGINNING = 32_000;
const MAX_ROW_BYTES = 512 * 1024;

/**
 * Reads the filled rows of a CSV file, in the delimiters and encodings that spreadsheets write.
 * @param isHeading finds the delimiter of the headings, unless it is known. @throws UnusableFile
 */
export async function* readCsv(
  bytes: Uint8Array,
  isHeading: (cell: string) => boolean,
  knownDelimiter?: string,
): AsyncGenerator<SheetRow, void> {
  const decoded = decodeText(bytes);
  const { text, delimiter, skipped } = knownDelimiter
    ? { text: decoded, delimiter: knownDelimiter, skipped: 0 }
    : withDelimiter(decoded, isHeading);
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
      if (record.every((cell) => cell === "")) {
        last = info.lines - lineEnds;
        continue;
      }
      // `lines` is the row's last line, and counts a CRLF within quotes twice.
      const within = record.join("|").match(/\r\n?|\n/g) ?? [];
      lineEnds += within.filter((end) => end === "\r\n").length;
      last = info.lines - lineEnds;
      const row = { line: last - within.length + skipped, cells: record.map(undefuse) };
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
    if (text.charCodeAt(next - 1) >> 10 === 0x36) next += 1;
    if (!parser.write(text.slice(at, next))) await waitForDrain(parser);
    // Lets the reader take these rows before a fault in the next slice destroys the parser.
    await yieldToEventLoop();
  }
  parser.end();
}

function waitForDrain(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go).off("close", go);
      resolve();
    };
    parser.on("drain", go).on("close", go);
  });
}

/**
 * Removes blanks around quoted cells (`"a"; "b"`), for which csv-parse would take the quotes as
 * text. A cell with text behind its quotes stays as it is.
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

/** The index behind a quoted text's end; undefined if it has none. */
function behindQuoted(text: string, quote: number): number | undefined {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return undefined;
}

function faultOf(error: CsvError, line: number): UnusableFile {
  const fault = error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotes";
  return new UnusableFile(fault, { line }, { cause: error });
}

/** Excel's `sep=;`, else the delimiter that gives most known headings, else most cells. */
function withDelimiter(text: string, isHeading: (cell: string) => boolean) {
  const declared = /^sep=(.)(\r\n|\n|\r)/.exec(text);
  if (declared) return { text: text.slice(declared[0].length), delimiter: declared[1] as string, skipped: 1 };
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

const MARKS: [encoding: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decodes by the byte order mark, else as UTF-8 if valid, else as windows-1250, which Polish
 * spreadsheets write, or ISO 8859-2.
 * @throws UnusableFile for a binary file
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked) return new TextDecoder(marked).decode(bytes);
  const text = utf8(bytes) ?? new TextDecoder(singleByteOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new UnusableFile("notTable");
  return text;
}

/** ś, ź, ą and quotes in windows-1250; control characters or foreign letters in ISO 8859-2. */
const WINDOWS_ONLY = /[\x80-\x9f\xa5\xb9]/;
/** ą, ś and Ź beside a letter, ź after a small one, in ISO 8859-2; ±, ¶ and Ľ in windows-1250. */
const ISO_ONLY =
  /[A-Za-z\xa3\xb3\xc0-\xff][\xa1\xa6\xac\xb1\xb6]|[\xa1\xa6\xac\xb1\xb6][A-Za-z\xa3\xb3\xc0-\xff]|[a-z\xb3\xe0-\xff]\xbc/;

function singleByteOf(bytes: Uint8Array): "windows-1250" | "iso-8859-2" {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return !WINDOWS_ONLY.test(letters) && ISO_ONLY.test(letters) ? "iso-8859-2" : "windows-1250";
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
