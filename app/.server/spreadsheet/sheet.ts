/** A row of a file's table: what its cells hold, and where it stands. */
export type SheetRow = {
  /** The line of the file on which it begins, or the sheet's own row number; from 1. */
  line: number;
  /** Texts as they stand, neither trimmed nor checked. */
  cells: string[];
};

/** One of a file's tables: a sheet of a workbook, or all of a CSV file, which has no name. */
export type Sheet = { name?: string; rows: AsyncIterable<SheetRow> | Iterable<SheetRow> };

export type SheetFormat = "csv" | "xlsx";

/** Rows of sellers in one file. */
export const MAX_ROWS = 20_000;
/** Filled rows among which the headings are looked for: titles and notes stand above them. */
export const HEADING_ROWS = 20;
/** Rows at all, blank ones included: what Excel itself has. */
export const MAX_LINES = 1_048_576;
/** Cells of a row at all, blank ones included: what Excel itself has. */
export const MAX_COLUMNS = 16_384;
/** Characters of all rows together: forty lines of text for each of the most rows. */
export const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Of all cells of a row together. */
const MAX_ROW_CHARACTERS = 32_000;
export const MAX_CELLS = 200;

/** Why nothing of a file can be used. */
export type FileFault =
  | "missing"
  | "empty"
  | "tooLarge"
  | "notTable"
  | "oldExcel"
  | "ods"
  | "encrypted"
  | "broken"
  | "tooMuchInside"
  | "tooMuchWork"
  | "tooManyRows"
  /** As many of this person's files are being looked at as may be. */
  | "tooManyFiles"
  | "tooManyCorrections"
  | "rowTooLong"
  | "quotes"
  | "noHeadings"
  | "repeatedHeadings"
  | "missingHeadings"
  | "noRows";

/** A file that can't be used at all; what is wrong with single rows is said beside each. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
  /** The line at which reading ended, or the headings in question. */
  readonly about: { line?: number; headings?: string[] };

  constructor(fault: FileFault, about: { line?: number; headings?: string[] } = {}, options?: ErrorOptions) {
    super(`A file can't be used: ${fault}`, options);
    this.name = "UnusableFile";
    this.fault = fault;
    this.about = about;
  }
}

export function isBlank({ cells }: SheetRow): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Refuses what no file of sellers holds, so that one row never fills the memory or the store. @throws UnusableFile */
export function checkSize({ line, cells }: SheetRow): void {
  const characters = charactersOf(cells);
  if (cells.length > MAX_CELLS || characters > MAX_ROW_CHARACTERS) throw new UnusableFile("rowTooLong", { line });
}

export function charactersOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}
