import { stringify } from "csv-stringify/sync";
import { defuse } from "./csv-formulas";

/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Prints a file piece by piece. The headings wait for the first rows: if these can't be read,
 * `download` still has no chunk, and the person gets an error page instead of a file of headings.
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

/** Prints rows for a Polish Excel. Cells that other readers would split or trim are quoted, too. */
export function printCsv(rows: string[][]): string {
  return stringify(
    rows.map((row) => row.map(defuse)),
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n\t,"]|^\s|\s$/ },
  );
}
