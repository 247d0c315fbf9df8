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
import { assumeHeadings, type Headings, readHeadings, type Vocabulary } from "./headings.server";

/** The most filled rows that a sheet may have below its headings. */
export const MAX_ROWS = 20_000;
/** The most characters that all cells of a sheet may hold. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

type TableRules = Omit<CsvRules, "isHeading"> & { vocabulary: Vocabulary; t: Translate };

export type SheetTable = {
  headings: Headings;
  /** The line of the headings; 0 if there are none. */
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

/** The row that looks most like headings, and why it can't be used: „E-mail” is missing, say. */
type NearestRow = { matches: number; fault: UnusableFile };

function findTable(sheetRows: Sheet["rows"], { vocabulary, isPasted, t }: TableRules) {
  const rowsLeft = limitSize(sheetRows);
  const result = findHeadings(rowsLeft, vocabulary);
  if (result.headings) {
    const { headings, line } = result;
    const rows = readRows(rowsLeft);
    if (rows.length === 0) throw new UnusableFile("noRows");
    return { headings, line, rows };
  }
  if (!isPasted) return result;
  const rows = readRows(rowsLeft, result.rowsAbove);
  const headings = assumeHeadings(rows, vocabulary, t);
  return headings ? { headings, line: 0, rows } : result;
}

function readRows(rowsLeft: Iterable<SheetRow>, rows: SheetRow[] = []): SheetRow[] {
  for (const row of rowsLeft) {
    if (rows.push(row) > MAX_ROWS) throw new UnusableFile("tooManyRows", { line: row.line });
  }
  return rows;
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

type FoundHeadings =
  | { headings: Headings; line: number }
  | { headings?: undefined; rowsAbove: SheetRow[]; nearest?: NearestRow };

/** Skips titles and notes above the headings. */
function findHeadings(rows: Iterator<SheetRow, void>, vocabulary: Vocabulary): FoundHeadings {
  let nearest: NearestRow | undefined;
  const rowsAbove: SheetRow[] = [];
  while (rowsAbove.length < HEADING_ROWS) {
    const { value: row } = rows.next();
    if (!row) break;
    try {
      return { headings: readHeadings(row.cells, vocabulary), line: row.line };
    } catch (fault) {
      if (!(fault instanceof UnusableFile)) throw fault;
      const matches = row.cells.filter((cell) => vocabulary.columnOf(cell)).length;
      if (matches > (nearest?.matches ?? -1)) nearest = { matches, fault };
      rowsAbove.push(row);
    }
  }
  return { rowsAbove, nearest };
}
