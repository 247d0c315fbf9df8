import type upload from "~/i18n/pl/server/upload";

export type SheetRow = {
  /** The number of the file's line or of the sheet's row, from 1. */
  line: number;
  cells: string[];
  /** The workbook doesn't show the row, because somebody filtered or hid it. */
  isHidden?: true;
};

export type Sheet = { name?: string; rows: Iterable<SheetRow> };

export type SheetFormat = "csv" | "workbook";

/** The headings are among the first 20 filled rows, for example below a title and a note. */
export const HEADING_ROWS = 20;
/** Excel's own limit, which blank rows count towards, too. */
export const MAX_LINES = 1_048_576;
/** Excel's own limit, which blank cells count towards, too. */
export const MAX_COLUMNS = 16_384;
/** The app's limit. Blank cells at the end of a row don't count. */
export const MAX_ROW_CELLS = 200;
const MAX_ROW_CHARACTERS = 32_000;

/** A key of the texts that say why a file can't be used. `slot` means a busy server instead. */
export type FileFault = keyof Omit<(typeof upload)["fault"], "slot">;

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

/** Leaves out blank rows, and blank cells at the end of a row. @throws UnusableFile */
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
