import { type SheetRow, UnusableFile } from "~/.server/spreadsheet/sheet";
import { type Column, columns, headingsOf } from "~/domain/file-columns";
import { fold } from "~/domain/search";
import { editableFields, requiredFields, textFields } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";

export type Headings = {
  texts: string[];
  /** Each column's index in the file. */
  places: Partial<Record<Column, number>>;
  /** Index of the column with the reasons, in a file of rows to correct. */
  problemPlace?: number;
  /** Unknown headings; their columns are left out. */
  ignored: string[];
};

/** A file with ids needs no required columns: its sellers have values. @throws UnusableFile */
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
  const missing = requiredFields.filter((column) => places[column] === undefined);
  if (places.id === undefined && missing.length > 0) throw new UnusableFile("missingHeadings", { headings: missing });
  return { texts, places, problemPlace, ignored: ignored.filter(Boolean) };
}

/** Rows without headings may have these columns, in this order, also after an id. */
const assumedColumns: readonly (readonly Column[])[] = [requiredFields, textFields, editableFields];
const requiredWithState: readonly Column[] = [...requiredFields, "accountEnabled"];

/**
 * Guesses the columns of rows without headings by their number and the place of e-mail addresses.
 * A last column whose cells mostly say active or inactive may be the account status.
 * @returns undefined if no layout fits, or if a cell is a heading: then the rows do have headings
 */
export function guessHeadings(
  rows: readonly SheetRow[],
  { columnOf, stateOf }: Vocabulary,
  t: Translate,
): Headings | undefined {
  // „Aktywne” is both a heading and an account status.
  const isHeading = (cell: string) => columnOf(cell) !== undefined && stateOf(cell) === undefined;
  if (rows.some(({ cells }) => cells.some(isHeading))) return undefined;
  const width = Math.max(...rows.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== "") + 1));
  const emailsIn = (layout: readonly Column[]) =>
    rows.filter(({ cells }) => cells[layout.indexOf("email")]?.includes("@")).length;
  const lastCells = rows.flatMap(({ cells }) => cells[width - 1]?.trim() || []);
  const haveStates = lastCells.filter((cell) => stateOf(cell) !== undefined).length > lastCells.length / 2;
  const candidates = haveStates ? [...assumedColumns, requiredWithState] : assumedColumns;
  const layouts = candidates.flatMap((fields) => [fields, ["id", ...fields] as const]);
  const possible = layouts.filter((layout) => layout.length === width && emailsIn(layout) > 0);
  // Of layouts with as many e-mail addresses the first wins (`sort` is stable).
  const [assumed] = possible.sort((a, b) => emailsIn(b) - emailsIn(a));
  if (!assumed) return undefined;
  const places = Object.fromEntries(assumed.map((column, place) => [column, place]));
  return { texts: headingsOf(t, assumed), places, ignored: [] };
}

export type Vocabulary = {
  /** @returns `problem` for the column with the reasons, in a file of rows to correct */
  columnOf(heading: string): Column | "problem" | undefined;
  /** Whether a cell says that an account is active; undefined if the cell says neither. */
  stateOf(cell: string): boolean | undefined;
};

/** Knows headings and account statuses in all these languages, and columns also by their names. */
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

/** Equal for `Adres e-mail `, `adres_email` and `ADRES EMAIL`; brackets don't count. */
function wordKey(word: string): string {
  // A longer cell is neither a heading nor an account status, and not worth folding.
  if (word.length > 200) return "";
  return fold(word)
    .replace(/\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
