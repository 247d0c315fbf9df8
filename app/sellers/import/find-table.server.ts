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

export const MAX_ROWS = 20_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

type TableRules = Omit<CsvRules, "isHeading"> & { vocabulary: Vocabulary; t: Translate };

export type SheetTable = {
  headings: Headings;
  /** The line of the headings; 0 without headings. */
  line: number;
  /** The sheet's name, if the workbook shows more than one sheet. */
  sheet?: string;
  encoding?: Encoding;
  rows: SheetRow[];
};

/** Reads the first sheet with headings. @throws UnusableFile, of the `NearestRow` if any */
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

/** The row that looks most like headings, and its fault: for example „E-mail” is missing. */
type NearestRow = { matches: number; fault: UnusableFile };

function findTable(sheetRows: Sheet["rows"], { vocabulary, isPasted, t }: TableRules) {
  // `findHeadings` reads rows up to the headings, and `readRows` reads the rest. So `findHeadings`
  // calls `next()`: leaving a `for…of` early would close the generator.
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
