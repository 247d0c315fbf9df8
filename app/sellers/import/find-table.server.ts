import type { Encoding } from "~/.server/spreadsheet/csv-encoding";
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
/** In all cells of a sheet. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

type HeadingRules<Headings> = CsvRules & {
  /** @throws UnusableFile for a row that isn't the headings */
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
    if (table.nearest && table.nearest.matches > (nearest?.matches ?? -1)) nearest = table.nearest;
  }
  throw nearest?.fault ?? new UnusableFile("empty");
}

/** The row that holds the most headings, and why it can't be the headings' row. */
type NearestRow = { matches: number; fault: UnusableFile };

/** `dataRows`: rows that were read already and are data, because the headings were guessed. */
type FoundHeadings<Headings> = { headings: Headings; line: number; dataRows: SheetRow[] };

function tableIn<Headings>(sheetRows: Sheet["rows"], rules: HeadingRules<Headings>) {
  const rowsLeft = withinSize(sheetRows);
  const found = findHeadings(rowsLeft, rules);
  if (!("headings" in found)) return found;
  const { headings, line, dataRows: rows } = found;
  for (const row of rowsLeft) {
    if (rows.push(row) > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
  }
  if (rows.length === 0) throw new UnusableFile("noRows");
  return { headings, line, rows };
}

/** @throws UnusableFile for a sheet that is too large */
function* withinSize(rows: Sheet["rows"]): Generator<SheetRow, void> {
  let characters = 0;
  for (const row of rows) {
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    yield row;
  }
}

/** Skips titles and notes above the headings. If none of the first rows is these, guesses them. */
function findHeadings<Headings>(
  rows: Iterator<SheetRow, void>,
  { isHeading, headingsOf, guessHeadings }: HeadingRules<Headings>,
): FoundHeadings<Headings> | { nearest?: NearestRow } {
  let nearest: NearestRow | undefined;
  const tried: SheetRow[] = [];
  while (tried.length < HEADING_ROWS) {
    const { value: row } = rows.next();
    if (!row) break;
    try {
      return { headings: headingsOf(row.cells), line: row.line, dataRows: [] };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const matches = row.cells.filter(isHeading).length;
      if (matches > (nearest?.matches ?? -1)) nearest = { matches, fault };
      tried.push(row);
    }
  }
  const headings = guessHeadings?.(tried);
  return headings ? { headings, line: 0, dataRows: tried } : { nearest };
}
