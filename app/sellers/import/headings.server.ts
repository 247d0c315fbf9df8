import { UnusableFile } from "~/.server/spreadsheet/sheet";
import type { Column } from "~/domain/columns";
import type { Vocabulary } from "./vocabulary.server";

/** What a seller can't be added without. */
const required = ["displayName", "email", "mpk"] as const satisfies Column[];

export type Headings = {
  /** As they stand in the file. */
  texts: string[];
  /** The place of each column that the file has. */
  places: Partial<Record<Column, number>>;
  /** Where a file of rows to correct says what was wrong with each. */
  problem?: number;
  /** Headings that mean nothing here; what stands below them is left out. */
  ignored: string[];
};

/**
 * Reads the first row of a file. Columns may stand in any order; a file that names sellers by their ids need not have
 * more columns than what it changes.
 * @throws UnusableFile when nothing can be understood, a column comes twice, or sellers couldn't be added without one
 */
export function readHeadings(texts: string[], vocabulary: Vocabulary): Headings {
  const places: Partial<Record<Column, number>> = {};
  const repeated = new Set<string>();
  const ignored: string[] = [];
  let problem: number | undefined;
  for (const [place, text] of texts.entries()) {
    const column = vocabulary.columnOf(text);
    if (column === "problem") problem ??= place;
    else if (column === undefined) ignored.push(text.trim());
    else if (places[column] === undefined) places[column] = place;
    else repeated.add(text.trim());
  }
  if (Object.keys(places).length === 0) throw new UnusableFile("noHeadings");
  if (repeated.size > 0) throw new UnusableFile("repeatedHeadings", { headings: [...repeated] });
  const missing = required.filter((column) => places[column] === undefined);
  if (places.id === undefined && missing.length > 0) throw new UnusableFile("missingHeadings", { headings: missing });
  return { texts, places, problem, ignored: ignored.filter(Boolean) };
}
