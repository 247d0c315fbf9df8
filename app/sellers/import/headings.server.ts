import { HEADING_ROWS, type SheetRow, UnusableFile } from "~/.server/spreadsheet/sheet";
import { type Column, columns, headingsOf } from "~/domain/file-columns";
import { fold } from "~/domain/search";
import { requiredFields } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";

export type Headings = {
  texts: string[];
  places: Partial<Record<Column, number>>;
  /** Index of the column with the reasons, if the file was downloaded for correction. */
  problemPlace?: number;
  ignored: string[];
};

export function readHeadings(texts: string[], vocabulary: Vocabulary): Headings {
  const places: Partial<Record<Column, number>> = {};
  const repeated = new Set<string>();
  const ignored: string[] = [];
  let problemPlace: number | undefined;
  for (const [place, text] of texts.entries()) {
    const column = vocabulary.columnOf(text);
    if (column === "problem") problemPlace ??= place;
    else if (column === undefined) ignored.push(text.trim());
    else if (places[column] === undefined) places[column] = place;
    else for (const same of [texts[places[column]] ?? "", text]) repeated.add(same.trim());
  }
  if (Object.keys(places).length === 0) throw new UnusableFile("noHeadings");
  if (repeated.size > 0) throw new UnusableFile("repeatedHeadings", { headings: [...repeated] });
  // A file with ids may lack „E-mail”, because its sellers already have an address.
  const missing = requiredFields.filter((column) => places[column] === undefined);
  if (places.id === undefined && missing.length > 0) throw new UnusableFile("missingHeadings", { headings: missing });
  return { texts, places, problemPlace, ignored: ignored.filter(Boolean) };
}

/** Layouts of pasted rows without headings. A new field of sellers must not change these. */
const LAYOUTS: readonly (readonly Column[])[] = [
  ["displayName", "email", "mpk"],
  ["displayName", "email", "mpk", "accountEnabled"],
  ["id", "displayName", "email", "mpk"],
  ["id", "displayName", "email", "mpk", "accountEnabled"],
  ["displayName", "email", "firstName", "surname", "mpk"],
  ["displayName", "email", "firstName", "surname", "mpk", "accountEnabled"],
  ["id", "displayName", "email", "firstName", "surname", "mpk"],
  ["id", "displayName", "email", "firstName", "surname", "mpk", "accountEnabled"],
];

/**
 * Chooses a layout by the first rows: their number of cells, and which column has e-mail addresses.
 * @throws UnusableFile for the first row that doesn't fit the layout
 */
export function assumeHeadings(
  rows: readonly SheetRow[],
  { columnOf, stateOf }: Vocabulary,
  t: Translate,
): Headings | undefined {
  // „Aktywne” doesn't count, because it is both a heading and an account status.
  const isHeading = (cell: string) => columnOf(cell) !== undefined && stateOf(cell) === undefined;
  const firstRows = rows.slice(0, HEADING_ROWS);
  if (firstRows.some(({ cells }) => cells.some(isHeading))) return undefined;
  const width = Math.max(...firstRows.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== "") + 1));
  const emailsIn = (layout: readonly Column[]) =>
    firstRows.filter(({ cells }) => cells[layout.indexOf("email")]?.includes("@")).length;
  const possible = LAYOUTS.filter((layout) => layout.length === width && emailsIn(layout) > 0);
  const [layout] = possible.sort((a, b) => emailsIn(b) - emailsIn(a));
  if (!layout) return undefined;
  for (const { line, cells } of rows) {
    const misfit = layout.find((column, place) => !fitsColumn(cells[place]?.trim() ?? "", column, stateOf));
    if (misfit) throw new UnusableFile("otherLayout", { line, headings: [misfit] });
  }
  const places = Object.fromEntries(layout.map((column, place) => [column, place]));
  return { texts: headingsOf(t, layout), places, ignored: [] };
}

/** An empty cell fits every column, because a missing value is a problem of its row only. */
function fitsColumn(cell: string, column: Column, stateOf: Vocabulary["stateOf"]): boolean {
  if (cell === "") return true;
  if (column === "email") return cell.includes("@");
  if (column === "accountEnabled") return stateOf(cell) !== undefined;
  // „tak” can't be an MPK, but „1” and „t” can be an MPK or an account status.
  return column !== "mpk" || cell.length === 1 || stateOf(cell) === undefined;
}

export type Vocabulary = {
  /** `problem`: the column with the reasons, in a file that was downloaded for correction. */
  columnOf(heading: string): Column | "problem" | undefined;
  /** True for „Aktywne”, false for „Nieaktywne”. */
  stateOf(cell: string): boolean | undefined;
};

export function vocabularyOf(languages: readonly Translate[]): Vocabulary {
  const headings = new Map<string, Column | "problem">();
  const states = new Map<string, boolean>();
  for (const t of languages) {
    const addWords = (words: string, meaning: Column | "problem") => {
      for (const word of words.split("|")) headings.set(wordKey(word), meaning);
    };
    addWords(t("common:notice.error"), "problem");
    for (const column of columns) {
      addWords(column, column);
      addWords(t(`upload:columns.${column}`), column);
      addWords(t(`sellers:fields.${column}`), column);
    }
    for (const word of t("upload:active").split("|")) states.set(wordKey(word), true);
    for (const word of t("upload:inactive").split("|")) states.set(wordKey(word), false);
  }
  return { columnOf: (heading) => headings.get(wordKey(heading)), stateOf: (cell) => states.get(wordKey(cell)) };
}

/** The same for `Adres e-mail `, `adres_email` and `ADRES EMAIL (służbowy)`. */
function wordKey(word: string): string {
  // A long cell is neither a heading nor an account status, and folding takes time.
  if (word.length > 200) return "";
  return fold(word)
    .replace(/\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
