/** A row of a file's table: what its cells hold, and where it stands. */
export type SheetRow = {
  /** The line of the file on which it begins, or the sheet's own row number; from 1. */
  line: number;
  /** Texts as they stand, neither trimmed nor checked. */
  cells: string[];
};

export type SheetFormat = "csv" | "xlsx";

/** Rows of sellers in one file. */
export const MAX_ROWS = 20_000;
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
  | "encrypted"
  | "broken"
  | "tooMuchInside"
  | "tooManyRows"
  /** As many of this person's files are being looked at as may be. */
  | "tooManyFiles"
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
  const characters = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (cells.length > MAX_CELLS || characters > MAX_ROW_CHARACTERS) throw new UnusableFile("rowTooLong", { line });
}

/** Lets everybody else have their turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
