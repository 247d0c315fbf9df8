import { undefuse, withoutTextFormula } from "./csv-formulas";
import { HEADING_ROWS, MAX_COLUMNS, MAX_LINES, MAX_ROW_CELLS, type SheetRow, UnusableFile } from "./sheet";

type Cell = { value: string; end: number };

// Differs from RFC 4180: a quote within a cell (`Bar "Pod lipą"`) is an ordinary character. In a
// pasted text, a quote without a closing one is ordinary, too.
export function* readCsv(raw: string, isHeading: (cell: string) => boolean, isPasted = false): Generator<SheetRow> {
  // Some programs on Windows write CR CR LF as a line end.
  const text = /^[^\r\n]*\r\r\n/.test(raw) ? raw.replaceAll("\r\r\n", "\r\n") : raw;
  // Excel's first line `sep=;` declares the delimiter.
  const [declaration = "", declared] = /^sep=(.)(?:\r\n|\n|\r)/.exec(text) ?? [];
  const delimiter = declared ?? guessDelimiter(text, isHeading, isPasted);
  const cellEnd = new RegExp(`[\\u{${delimiter.codePointAt(0)?.toString(16)}}\\r\\n]|$`, "gu");
  // Two quotes of a pasted text with several cells between them are stray. There are several cells if
  // the delimiter is a tab, which Excel puts between copied cells, or if the text between the quotes
  // has a delimiter and a line end, because hardly any single cell has both.
  const areStrayQuotes = (quoted: string) =>
    isPasted && quoted.includes(delimiter) && (delimiter === "\t" || /[\r\n]/.test(quoted));
  // Counts the file's lines: a row with a line end in a quoted cell takes two.
  let line = declared ? 2 : 1;
  for (let at = declaration.length; at < text.length; line += 1) {
    // Skips the byte order mark of a file that was appended to another one.
    if (text[at] === "\uFEFF") at += 1;
    const row: SheetRow = { line, cells: [] };
    let isLast = false;
    while (!isLast) {
      const quoted = quotedCell(at);
      const { value, end } = quoted ?? plainCell(at);
      if (row.cells.push(undefuse(withoutTextFormula(value))) > MAX_COLUMNS)
        throw new UnusableFile("rowTooLong", { line });
      line += quoted?.value.match(/\r\n?|\n/g)?.length ?? 0;
      isLast = text[end] !== delimiter;
      at = end + (isLast && text.startsWith("\r\n", end) ? 2 : 1);
    }
    if (line > MAX_LINES) throw new UnusableFile("tooManyRows", { line });
    yield row;
  }

  function plainCell(at: number): Cell {
    cellEnd.lastIndex = at;
    const end = cellEnd.exec(text)?.index ?? text.length;
    return { value: text.slice(at, end), end };
  }

  /** @returns undefined if the quotes are ordinary characters of a cell */
  function quotedCell(at: number): Cell | undefined {
    const open = skipBlanks(at);
    if (text[open] !== '"') return undefined;
    let close = text.indexOf('"', open + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const value = text.slice(open + 1, close < 0 ? undefined : close);
    const end = skipBlanks(close + 1);
    const isWholeCell = close >= 0 && plainCell(end).end === end && !areStrayQuotes(value);
    if (isWholeCell) return { value: value.replaceAll('""', '"'), end };
    if (isPasted) return undefined;
    if (close >= 0 && value.endsWith("\\")) throw new UnusableFile("escapedQuotes", { line });
    // A delimiter or a line end is between the quotes, so the cell's end is ambiguous.
    if (close < 0 || plainCell(open + 1).end < close) throw new UnusableFile("quotes", { line });
    // Text follows the closing quote, as in `"Bar" Kowalski`.
    return undefined;
  }

  function skipBlanks(at: number): number {
    let next = at;
    while (delimiter !== " " && text[next] === " ") next += 1;
    return next;
  }
}

const DELIMITERS = [";", ",", "\t", "|"] as const;

/** Prefers the delimiter that gives most known headings, else most cells in the first line. */
function guessDelimiter(text: string, isHeading: (cell: string) => boolean, isPasted: boolean): string {
  const lines = text.slice(0, 32_000).split(/[\r\n]+/, HEADING_ROWS);
  const readings = lines.flatMap((line, at) =>
    DELIMITERS.map((delimiter) => {
      const cells = line.split(delimiter, MAX_ROW_CELLS).map((cell) => cell.replace(/^\s*"|"\s*$/g, ""));
      const headings = cells.filter(isHeading).length;
      return { delimiter, headings, cells: headings > 0 || at === 0 ? cells.length : 0 };
    }),
  );
  const [best] = readings.sort((a, b) => b.headings - a.headings || b.cells - a.cells);
  // Spreadsheets put tabs between copied cells.
  if (isPasted && best?.headings === 0 && text.includes("\t")) return "\t";
  return best?.delimiter ?? DELIMITERS[0];
}
