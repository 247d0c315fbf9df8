import { undefuse, withoutTextFormula } from "./csv-formulas";
import { HEADING_ROWS, MAX_COLUMNS, MAX_LINES, MAX_ROW_CELLS, type SheetRow, UnusableFile } from "./sheet";

type Cell = { value: string; end: number };

/**
 * Reads the rows of CSV (RFC 4180). The delimiter is the one that Excel's first line `sep=;` names,
 * or is guessed by the headings. A quote in the middle of a cell (`Bar "Pod lipą"`) is a character.
 * @param isPasted whether the rows were copied, so that a quote without a second one is a character
 * @throws UnusableFile
 */
export function* readCsv(raw: string, isHeading: (cell: string) => boolean, isPasted = false): Generator<SheetRow> {
  // Programs on Windows that write CRLF as text make CR CR LF of it.
  const text = /^[^\r\n]*\r\r\n/.test(raw) ? raw.replaceAll("\r\r\n", "\r\n") : raw;
  const [declaration = "", declared] = /^sep=(.)(?:\r\n|\n|\r)/.exec(text) ?? [];
  const delimiter = declared ?? guessDelimiter(text, isHeading, isPasted);
  const cellEnd = new RegExp(`[\\u{${delimiter.codePointAt(0)?.toString(16)}}\\r\\n]|$`, "gu");
  /**
   * Whether a pasted text in quotes can't be one cell, so that the quotes are characters. Excel puts
   * tabs between copied cells; in a copied CSV file a cell rarely has a delimiter and a line end.
   */
  const isSeveralCells = (quoted: string) =>
    quoted.includes(delimiter) && (delimiter === "\t" || /[\r\n]/.test(quoted));
  // Each row adds 1, and each line end within its quoted cells.
  let line = declared ? 2 : 1;
  for (let at = declaration.length; at < text.length; line += 1) {
    // A file appended to another one begins with a byte order mark.
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

  /**
   * Reads a cell in quotes; blanks around the quotes don't count.
   * @returns undefined if the quotes are characters of a plain cell
   */
  function quotedCell(at: number): Cell | undefined {
    const open = skipBlanks(at);
    if (text[open] !== '"') return undefined;
    let close = text.indexOf('"', open + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const value = text.slice(open + 1, close < 0 ? undefined : close);
    const end = skipBlanks(close + 1);
    const isWholeCell = close >= 0 && plainCell(end).end === end && !(isPasted && isSeveralCells(value));
    if (isWholeCell) return { value: value.replaceAll('""', '"'), end };
    if (isPasted) return undefined;
    if (close >= 0 && value.endsWith("\\")) throw new UnusableFile("escapedQuotes", { line });
    // The quotes hold a delimiter or a line's end, so the cell's end can't be known.
    if (close < 0 || plainCell(open + 1).end < close) throw new UnusableFile("quotes", { line });
    // Text follows the closing quote, as in `"Bar" Kowalski`: the quotes are characters.
    return undefined;
  }

  function skipBlanks(at: number): number {
    let next = at;
    while (delimiter !== " " && text[next] === " ") next += 1;
    return next;
  }
}

const DELIMITERS = [";", ",", "\t", "|"] as const;

/** Finds the delimiter that gives most known headings, else most cells in the first line. */
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
  // Programs put tabs between cells that a person copies.
  if (isPasted && best?.headings === 0 && text.includes("\t")) return "\t";
  return best?.delimiter ?? DELIMITERS[0];
}
