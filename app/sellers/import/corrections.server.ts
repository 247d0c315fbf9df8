import { z } from "zod";
import { type SheetRow, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { WrongRow } from "~/domain/checked-row";
import { type Column, columns } from "~/domain/file-columns";
import type { Headings } from "./headings.server";

// A person types corrections into wrong cells of the preview. The app then checks the file again.

/** On the page. With more wrong rows the person corrects a downloaded file and uploads it. */
export const MAX_CORRECTED_ROWS = 1_000;
/** Longer than any valid value, in characters. */
const MAX_VALUE_LENGTH = 500;

const cells = z.partialRecord(z.enum(columns), z.string().max(MAX_VALUE_LENGTH));
export const correctionsSchema = z.array(z.object({ line: z.int(), cells }));
export type Corrections = z.infer<typeof correctionsSchema>;

export function cellName(line: number, column: Column): string {
  return `cell.${line}.${column}`;
}

/** Names of the form fields whose text a failed request must not lose. */
export const TYPED_FIELDS = /^(?:cell\.|pasted$)/;

export function postedCells(form: FormData) {
  const cells: { line: number; column: Column; value: string }[] = [];
  for (const [name, value] of form) {
    const [, line, field] = /^cell\.(\d{1,7})\.(\w+)$/.exec(name) ?? [];
    const column = columns.find((each) => each === field);
    if (column && typeof value === "string")
      cells.push({ line: Number(line), column, value: value.slice(0, MAX_VALUE_LENGTH) });
  }
  return cells.slice(0, MAX_CORRECTED_ROWS);
}

/** For example `email` and `id` for a taken address: correct the address, or add the right id. */
export function correctableColumns({ problems }: Pick<WrongRow, "problems">, places: Headings["places"]): Column[] {
  const problemColumns = problems.flatMap(({ column, also }) => [column, also]);
  return columns.filter((column) => problemColumns.includes(column) && places[column] !== undefined);
}

/** On one line, because browsers remove line ends from text fields. */
export function fieldValue(row: Pick<WrongRow, "cells">, place: number | undefined): string {
  const value = place === undefined ? "" : (row.cells[place] ?? "");
  return value.replace(/[\r\n]+/g, " ").slice(0, MAX_VALUE_LENGTH);
}

export function readCorrections(
  form: FormData,
  { rows, places, earlier }: { rows: WrongRow[]; places: Headings["places"]; earlier: Corrections },
): Corrections {
  const byLine = new Map(earlier.map(({ line, cells }) => [line, cells]));
  for (const row of rows) {
    for (const column of correctableColumns(row, places)) {
      const typedValue = form.get(cellName(row.line, column));
      if (typeof typedValue !== "string" || typedValue === fieldValue(row, places[column])) continue;
      const value = typedValue.slice(0, MAX_VALUE_LENGTH);
      byLine.set(row.line, { ...byLine.get(row.line), [column]: value });
    }
  }
  if (byLine.size > MAX_CORRECTED_ROWS) throw new UnusableFile("tooManyCorrections");
  return [...byLine].map(([line, cells]) => ({ line, cells }));
}

export function applyCorrections(rows: SheetRow[], { places }: Headings, corrections: Corrections): SheetRow[] {
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
