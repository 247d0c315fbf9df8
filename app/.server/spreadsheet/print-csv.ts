import { stringify } from "csv-stringify/sync";

/** Excel needs it to read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** First characters of formulas and commands (OWASP, CSV injection). */
const FORMULA_START = "[=+\\-@\\t\\r\\n\\uFF0B\\uFF0D\\uFF1D\\uFF20]";

/**
 * Another reader may begin a cell after a comma, a tab or a line end, and ignore quotes, so a
 * formula is defused there, too.
 */
const FORMULA = new RegExp(`(?<=^|[,\\t\\r\\n])(?=["']*${FORMULA_START})`, "g");
const DEFUSED = new RegExp(`(?<=^|[,\\t\\r\\n])'(?=["']*${FORMULA_START})`, "g");

function defuse(cell: string): string {
  return cell.replace(FORMULA, "'");
}

/** Restores a cell that `printCsv` defused. */
export function undefuse(cell: string): string {
  return cell.includes("'") ? cell.replace(DEFUSED, "") : cell;
}

/**
 * Prints a file piece by piece. The headings come with the first rows, so that rows that can't be
 * read are no file.
 */
export async function* printCsvFile(
  headings: string[],
  batches: AsyncIterable<string[][]>,
): AsyncGenerator<Uint8Array, void> {
  let opening = BYTE_ORDER_MARK + printCsv([headings]);
  for await (const rows of batches) {
    yield Buffer.from(opening + printCsv(rows));
    opening = "";
  }
  if (opening) yield Buffer.from(opening);
}

/** Prints rows for a Polish Excel, with semicolons and CRLF. */
export function printCsv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n\t,"]|^\s|\s$/ },
  );
}
