export type SheetRow = {
  /** The line of the file, or the sheet's row number; from 1. */
  line: number;
  /** Neither trimmed nor validated. */
  cells: string[];
};

/** A sheet, with a name if its workbook shows several. */
export type Sheet = { name?: string; rows: AsyncIterable<SheetRow> | Iterable<SheetRow> };

/** A workbook is an XLSX, XLS or ODS file. */
export type SheetFormat = "csv" | "workbook";

/** Filled rows below the headings. */
export const MAX_ROWS = 20_000;
/** The headings are one of the first filled rows; titles and notes may come before them. */
export const HEADING_ROWS = 20;
/** Excel's limits, with blank rows and cells. */
export const MAX_LINES = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** Of a file. */
export const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Of a row. */
const MAX_ROW_CHARACTERS = 32_000;
export const MAX_CELLS = 200;

export type FileFault =
  | "missing"
  | "empty"
  | "tooLarge"
  | "notTable"
  | "encrypted"
  | "broken"
  | "tooMuchInside"
  | "tooMuchWork"
  | "tooManyRows"
  | "tooManyCorrections"
  | "rowTooLong"
  | "quotes"
  | "noHeadings"
  | "repeatedHeadings"
  | "missingHeadings"
  | "noRows";

/** The file as a whole can't be used; a wrong row is a `RowProblem`. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
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

/** @throws UnusableFile for a row that could fill the memory or the store */
export function checkSize({ line, cells }: SheetRow): void {
  const characters = charactersOf(cells);
  if (cells.length > MAX_CELLS || characters > MAX_ROW_CHARACTERS) throw new UnusableFile("rowTooLong", { line });
}

export function charactersOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}
