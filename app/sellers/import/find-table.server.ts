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
import type { Translate } from "~/i18n/catalogues";
import { guessHeadings, type Headings, readHeadings, type Vocabulary } from "./headings.server";

/** The most filled rows that a sheet may have below its headings. */
export const MAX_ROWS = 20_000;
/** The most characters that all cells of a sheet may hold. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

type TableRules = Omit<CsvRules, "isHeading"> & { vocabulary: Vocabulary; t: Translate };

export type SheetTable = {
  headings: Headings;
  /** The line of the headings; 0 if they were guessed. */
  line: number;
  /** The sheet's name, if the workbook shows more than one. */
  sheet?: string;
  /** The guessed encoding of a CSV file that may have another one. */
  encoding?: Encoding;
  rows: SheetRow[];
};

/** Reads the first sheet with headings. @throws UnusableFile about the row with most headings */
export async function readTable(bytes: Uint8Array, format: SheetFormat, rules: TableRules): Promise<SheetTable> {
  let nearest: NearestRow | undefined;
  const isHeading = (cell: string) => rules.vocabulary.columnOf(cell) !== undefined;
  const { sheets, encoding } = await readSheets(bytes, format, { ...rules, isHeading });
  for (const { name, rows } of sheets) {
    const table = findTable(rows, rules);
    if ("rows" in table) return { ...table, sheet: name, encoding };
    if (table.nearest && table.nearest.matches > (nearest?.matches ?? -1)) nearest = table.nearest;
  }
  throw nearest?.fault ?? new UnusableFile("empty");
}

/** The row with the most headings, and why it was refused as the headings' row. */
type NearestRow = { matches: number; fault: UnusableFile };

/** `dataRows` were read in search of headings; they are data if the headings were guessed. */
type FoundHeadings = { headings: Headings; line: number; dataRows: SheetRow[] };

function findTable(sheetRows: Sheet["rows"], rules: TableRules) {
  const rowsLeft = limitSize(sheetRows);
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
function* limitSize(rows: Sheet["rows"]): Generator<SheetRow, void> {
  let characters = 0;
  for (const row of rows) {
    characters += charactersOf(row.cells);
    if (characters > MAX_CHARACTERS) throw new UnusableFile("tooMuchInside");
    yield row;
  }
}

/** Skips titles and notes above the headings. Guesses them if pasted rows have none. */
function findHeadings(
  rows: Iterator<SheetRow, void>,
  { vocabulary, isPasted, t }: TableRules,
): FoundHeadings | { nearest?: NearestRow } {
  let nearest: NearestRow | undefined;
  const tried: SheetRow[] = [];
  while (tried.length < HEADING_ROWS) {
    const { value: row } = rows.next();
    if (!row) break;
    try {
      return { headings: readHeadings(row.cells, vocabulary), line: row.line, dataRows: [] };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const matches = row.cells.filter((cell) => vocabulary.columnOf(cell)).length;
      if (matches > (nearest?.matches ?? -1)) nearest = { matches, fault };
      tried.push(row);
    }
  }
  const headings = isPasted ? guessHeadings(tried, vocabulary, t) : undefined;
  return headings ? { headings, line: 0, dataRows: tried } : { nearest };
}
