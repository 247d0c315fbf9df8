import type upload from "~/i18n/pl/server/upload";

export type SheetRow = {
  /** The line of the file, or the sheet's row number; from 1. */
  line: number;
  /** Neither trimmed nor validated. */
  cells: string[];
  /** The workbook doesn't show the row: somebody filtered it away, or hid it. */
  isHidden?: true;
};

/** A sheet, with a name if its workbook shows several. */
export type Sheet = { name?: string; rows: Iterable<SheetRow> };

/** A workbook is an XLSX, XLS or ODS file. */
export type SheetFormat = "csv" | "workbook";

/** The headings are one of the first filled rows; titles and notes may come before them. */
export const HEADING_ROWS = 20;
/** Excel's limits, at which reading stops; blank rows and cells count. */
export const MAX_LINES = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** The most cells of a row, blank ones included; entirely blank rows may have more. */
export const MAX_ROW_CELLS = 200;
const MAX_ROW_CHARACTERS = 32_000;

/** Why a file can't be used: a key of the catalogue, but for `slot`, the text of a busy server. */
export type FileFault = keyof Omit<(typeof upload)["fault"], "slot">;

/** The whole file can't be used. A single wrong row, with a faulty e-mail address, isn't thrown. */
export class UnusableFile extends Error {
  constructor(
    readonly fault: FileFault,
    readonly about: { line?: number; headings?: string[] } = {},
    options?: ErrorOptions,
  ) {
    super(`A file can't be used: ${fault}`, options);
    this.name = "UnusableFile";
  }
}

/**
 * Leaves out blank rows, and blank cells at the end of others.
 * @throws UnusableFile for a row of more than 200 cells or 32,000 characters
 */
export function* filledRows(rows: Iterable<SheetRow>): Generator<SheetRow, void> {
  for (const row of rows) {
    while (row.cells.at(-1) === "") row.cells.pop();
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    if (row.cells.length > MAX_ROW_CELLS || charactersOf(row.cells) > MAX_ROW_CHARACTERS)
      throw new UnusableFile("rowTooLong", { line: row.line });
    yield row;
  }
}

export function charactersOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}
