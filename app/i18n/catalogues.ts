import type { i18n } from "i18next";
import type pl from "~/i18n/pl";

/**
 * The shape of every catalogue. A namespace is a file or a file's export, in `page/` if browsers load
 * it, else in `server/`. Plural forms differ by language, so catalogues.test.ts checks completeness.
 */
type Catalogue = typeof pl.page & typeof pl.server;
export type PageNamespace = keyof typeof pl.page;

/** i18next's `t` for keys of every namespace: `t("sellers:list.title")`. */
export type Translate = i18n["t"];

/** The namespace of keys without one: `t("save")`. */
export const defaultNamespace = "common" satisfies PageNamespace;

/** Matches letters of right-to-left scripts, and characters that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Isolates a value that could turn its sentence's direction, between U+2068 and U+2069. */
export function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

export type Texts = { [key: string]: string | Texts };

/** A one-letter word may not end a line, so its space is bound; likewise Mac's command key. */
const SPACE_AFTER_LETTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** The noun or unit after a number may not begin a line, so the space before it is bound. */
const SPACE_AFTER_NUMBER = /(?<=\d|, number\}\}|\{\{count\}\}) (?=\p{L})/gu;

/** A number stays with the word that says what it numbers: „w wierszu 7”, „ISO 8859-2”. */
const SPACE_BEFORE_NUMBER = /(?<=\b(?:wierszu?|row|line|ISO|WCAG)) (?=\d|\{\{line)/giu;

/** Only sentences have these marks. Names must keep „e-mail” as people type it, to be found. */
const SENTENCE_MARK = /[.,:]/;

/** Puts no-break spaces (U+00A0) and hyphens (U+2011) where no line may break. */
function bind(text: string): string {
  const bound = text
    .replace(SPACE_AFTER_LETTER, "\u00a0")
    .replace(SPACE_AFTER_NUMBER, "\u00a0")
    .replace(SPACE_BEFORE_NUMBER, "\u00a0");
  return SENTENCE_MARK.test(text) ? bound.replace(/\be-(?=mail)/gi, "e\u2011") : bound;
}

export function bindTexts<T extends Texts>(texts: T): T {
  const bound = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === "string" ? bind(text) : bindTexts(text),
  ]);
  return Object.fromEntries(bound) as T;
}

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: typeof defaultNamespace;
    resources: Catalogue;
    returnNull: false;
  }
}
