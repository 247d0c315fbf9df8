import { stringify } from "csv-stringify/sync";
import { defuse } from "./csv-formulas";

/** Without this mark Excel doesn't read a file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** The headings are sent with the first rows, so that a failed read still shows an error page. */
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

// Excel with Polish settings needs semicolons. Cells that other programs would split or trim are
// quoted, too.
export function printCsv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n\t,"]|^\s|\s$/ },
  );
}
