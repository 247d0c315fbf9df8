import type { Encoding } from "~/.server/spreadsheet/decode-text";
import { type CsvRules, readSheets } from "~/.server/spreadsheet/read-sheet";
import {
  charactersOf,
  HEADING_ROWS,
  type Sheet,
  type SheetFormat,
  type SheetRow,
  UnusableFile,
} from "~/.server/spreadsheet/sheet";

/** Filled rows below the headings. */
export const MAX_ROWS = 20_000;
/** All cells of a sheet count. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

type HeadingRules<Headings> = CsvRules & {
  headingsOf: (cells: string[]) => Headings;
  /** Headings for a table without any, by its first rows; undefined if that is impossible. */
  guessHeadings?: (rows: SheetRow[]) => Headings | undefined;
};

export type SheetTable<Headings> = {
  headings: Headings;
  /** The headings' line; 0 for assumed headings. */
  line: number;
  /** The sheet's name, if the workbook shows more than one. */
  sheet?: string;
  /** The guessed encoding of a CSV file that may have another one. */
  encoding?: Encoding;
  rows: SheetRow[];
};

/** Reads the first sheet with the headings. @throws UnusableFile about the most similar row */
export async function readTable<Headings>(
  bytes: Uint8Array,
  format: SheetFormat,
  rules: HeadingRules<Headings>,
): Promise<SheetTable<Headings>> {
  let nearest: NearestRow | undefined;
  const { sheets, encoding } = await readSheets(bytes, format, rules);
  for (const { name, rows } of sheets) {
    const table = tableIn(rows, rules);
    if ("rows" in table) return { ...table, sheet: name, encoding };
    if (table.nearest && table.nearest.headings > (nearest?.headings ?? -1)) nearest = table.nearest;
  }
  throw nearest?.fault ?? new UnusableFile("empty");
}

type NearestRow = { headings: number; fault: UnusableFile };

function tableIn<Headings>(sheetRows: Sheet["rows"], { isHeading, headingsOf, guessHeadings }: HeadingRules<Headings>) {
  let nearest: NearestRow | undefined;
  let heading: { headings: Headings; line: number } | undefined;
  const rows: SheetRow[] = [];
  const tried: SheetRow[] = [];
  const assume = () => {
    const headings = guessHeadings?.(tried);
    if (headings) rows.push(...tried);
    return headings && { headings, line: 0 };
  };
  let characters = 0;
  for (const row of sheetRows) {
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    if (heading) {
      if (rows.push(row) > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
      continue;
    }
    try {
      heading = { headings: headingsOf(row.cells), line: row.line };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const headings = row.cells.filter(isHeading).length;
      if (headings > (nearest?.headings ?? -1)) nearest = { headings, fault };
      tried.push(row);
      if (tried.length < HEADING_ROWS) continue;
      heading = assume();
      if (!heading) break;
    }
  }
  heading ??= assume();
  if (!heading) return { nearest };
  if (rows.length === 0) throw new UnusableFile("noRows");
  return { ...heading, rows };
}
