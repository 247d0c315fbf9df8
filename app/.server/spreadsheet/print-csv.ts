import { stringify } from "csv-stringify/sync";

/** Tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** What a spreadsheet may take for a formula or a command (OWASP, CSV injection), or for one that we defused. */
const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A cell that a spreadsheet shows as text and never runs. */
function defused(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** What a cell held before it was defused. */
export function undefused(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Rows as a Polish Excel reads them: semicolons, CRLF. A row is never split over two calls. */
export function printCsv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(defused)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n\t,"]|^\s|\s$/ },
  );
}
