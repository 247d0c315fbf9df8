import type { i18n } from "i18next";
import type pl from "~/i18n/pl";

/** English has fewer plural forms, so a test, not this type, checks that its keys are complete. */
type Catalogue = typeof pl.page & typeof pl.server;
export type PageNamespace = keyof typeof pl.page;

/** i18next's `t` for keys of every namespace: `t("sellers:list.title")`. */
export type Translate = i18n["t"];

/** `t("save")` means `t("common:save")`. */
export const defaultNamespace = "common" satisfies PageNamespace;

/** Hebrew, Arabic and similar letters, and control characters that change a text's direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Puts a right-to-left name between U+2068 and U+2069, so that it can't reorder its sentence. */
export function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

export type Texts = { [key: string]: string | Texts };

/** No line may end in a one-letter word, such as „w”, or in the „⌘” of „⌘ K”. */
const SPACE_AFTER_LETTER = /(?<=(?:^|[\s(„“–])[aiouwz]|⌘) (?=\S)/gi;
/** „5 kont” and „2 MB” stay on one line. */
const SPACE_AFTER_NUMBER = /(?<=\d|, number\}\}|\{\{count\}\}) (?=\p{L})/gu;
/** „w wierszu 7” and „ISO 8859-2” stay on one line. */
const SPACE_BEFORE_NUMBER = /(?<=\b(?:wierszu?|row|line|ISO|WCAG)) (?=\d|\{\{line)/giu;

/** Only sentences have these marks. Labels keep a plain „e-mail”, so that searches find them. */
const SENTENCE_MARK = /[.,:]/;

/** Writes U+00A0 and U+2011 in place of spaces and hyphens at which no line may break. */
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
