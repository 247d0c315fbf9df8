import { z } from "zod";
import { type SheetRow, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { RowProblem } from "~/domain/checked-row";
import { type Column, columns } from "~/domain/columns";
import type { Headings } from "./headings.server";

/*
 * What a person put right on the page of a checked file (docs/product.md §11): other values for some cells of some rows.
 * The file is then read again as if it had held them.
 */

/** Rows of one file that are corrected here; for more there is the file of rows to correct. */
export const MAX_CORRECTED_ROWS = 1_000;
/** Of a value, in characters: longer than any field may be. */
const MAX_CORRECTED_VALUE = 500;

const cells = z.partialRecord(z.enum(columns), z.string().max(MAX_CORRECTED_VALUE));
export const correctionsSchema = z.array(z.object({ line: z.int(), cells }));
/** At most one for each line. */
export type Corrections = z.infer<typeof correctionsSchema>;

type WrongRow = { line: number; cells: string[]; problems: RowProblem[] };

/** The name of the form's field for a cell. */
export function cellName(line: number, column: Column): string {
  return `cell.${line}.${column}`;
}

/** What tells such fields from others. */
export const CORRECTED_CELL = /^cell\./;

/** What stands in such fields, whichever file they belong to. */
export function postedCells(form: FormData) {
  const cells: { line: number; column: Column; value: string }[] = [];
  for (const [name, value] of form) {
    const [, line, field] = /^cell\.(\d{1,7})\.(\w+)$/.exec(name) ?? [];
    const column = columns.find((known) => known === field);
    if (column && typeof value === "string")
      cells.push({ line: Number(line), column, value: value.slice(0, MAX_CORRECTED_VALUE) });
  }
  return cells.slice(0, MAX_CORRECTED_ROWS);
}

/** The columns of a row that can be put right by another value in one of the file's own cells. */
export function correctable({ problems }: Pick<WrongRow, "problems">, places: Headings["places"]): Column[] {
  const named = problems.flatMap(({ column, also }) => [column, also]);
  return columns.filter((column) => named.includes(column) && places[column] !== undefined);
}

/** What a cell's field holds when nobody has typed into it: in one line, as browsers drop the ends of others from such a field. */
export function shownCell(row: Pick<WrongRow, "cells">, place: number | undefined): string {
  const value = place === undefined ? "" : (row.cells[place] ?? "");
  return value.replace(/[\r\n]+/g, " ").slice(0, MAX_CORRECTED_VALUE);
}

/**
 * Reads what was typed into the fields of these rows; what stands there as it stood before, or doesn't belong there, doesn't count.
 * @param before corrections that the file was checked with already
 * @throws UnusableFile `tooManyCorrections`
 */
export function readCorrections(
  form: FormData,
  { rows, places, before }: { rows: WrongRow[]; places: Headings["places"]; before: Corrections },
): Corrections {
  const byLine = new Map(before.map(({ line, cells }) => [line, cells]));
  for (const row of rows) {
    for (const column of correctable(row, places)) {
      const typed = form.get(cellName(row.line, column));
      if (typeof typed !== "string" || typed === shownCell(row, places[column])) continue;
      const value = typed.slice(0, MAX_CORRECTED_VALUE);
      byLine.set(row.line, { ...byLine.get(row.line), [column]: value });
    }
  }
  if (byLine.size > MAX_CORRECTED_ROWS) throw new UnusableFile("tooManyCorrections");
  return [...byLine].map(([line, cells]) => ({ line, cells }));
}

/** The rows as if the file had held what was corrected. */
export function corrected(rows: SheetRow[], { places }: Headings, corrections: Corrections): SheetRow[] {
  const byLine = new Map(corrections.map(({ line, cells }) => [line, cells]));
  return rows.map((row) => {
    const changes = byLine.get(row.line);
    if (!changes) return row;
    const cells = [...row.cells];
    for (const column of columns) {
      const place = places[column];
      const value = changes[column];
      if (value === undefined || place === undefined) continue;
      while (cells.length < place) cells.push("");
      cells[place] = value;
    }
    return { ...row, cells };
  });
}
