import { stringify } from "csv-stringify/sync";

/** Tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** What begins a formula or a command (OWASP, CSV injection). */
const BEGINS = "[=+\\-@\\t\\r\\n\\uFF0B\\uFF0D\\uFF1D\\uFF20]";

/**
 * Where a spreadsheet may take what follows for a formula, or for one that we defused: at the beginning of a cell, and
 * wherever a reader that splits at commas or tabs, or for which a line end ends the row, sees one begin. Quotes before it
 * don't help: such a reader may take them for the cell's own.
 */
const FORMULA = new RegExp(`(?<=^|[,\\t\\r\\n])(?=["']*${BEGINS})`, "g");
const DEFUSED = new RegExp(`(?<=^|[,\\t\\r\\n])'(?=["']*${BEGINS})`, "g");

/** A cell that a spreadsheet shows as text and never runs. */
function defused(cell: string): string {
  return cell.replace(FORMULA, "'");
}

/** What a cell held before it was defused. */
export function undefused(cell: string): string {
  return cell.includes("'") ? cell.replace(DEFUSED, "") : cell;
}

/** Rows as a Polish Excel reads them: semicolons, CRLF. A row is never split over two calls. */
export function printCsv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(defused)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n\t,"]|^\s|\s$/ },
  );
}
