import { type Column, columns } from "~/domain/columns";
import { fold } from "~/domain/search";
import type { Translate } from "~/i18n/catalogues";

/** Longer text, in characters, is no word of ours, and isn't worth finding out. */
const MAX_WORD = 200;

/** What the words in a file mean, in whichever of the app's languages they are written. */
export type Vocabulary = {
  /** What a heading names: a field, or the reasons that a file of rows to correct says beside each row. */
  columnOf(heading: string): Column | "problem" | undefined;
  /** Whether a cell says that an account is active. */
  stateOf(cell: string): boolean | undefined;
};

/** @param languages each of the app's languages; a field's own name and its label are always understood too. */
export function vocabularyOf(languages: readonly Translate[]): Vocabulary {
  const headings = new Map<string, Column | "problem">();
  const states = new Map<string, boolean>();
  for (const t of languages) {
    const learn = (words: string, meaning: Column | "problem") => {
      for (const word of words.split("|")) headings.set(key(word), meaning);
    };
    learn(t("upload:problemHeading"), "problem");
    for (const column of columns) {
      learn(column, column);
      learn(t(`upload:columns.${column}`), column);
      learn(t(`sellers:fields.${column}`), column);
    }
    for (const word of t("upload:active").split("|")) states.set(key(word), true);
    for (const word of t("upload:inactive").split("|")) states.set(key(word), false);
  }
  return { columnOf: (heading) => headings.get(key(heading)), stateOf: (cell) => states.get(key(cell)) };
}

/** `Adres e-mail `, `adres_email` and `ADRES EMAIL` are one; what is in brackets, such as a unit, doesn't count. */
function key(word: string): string {
  if (word.length > MAX_WORD) return "";
  return fold(word)
    .replace(/\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
