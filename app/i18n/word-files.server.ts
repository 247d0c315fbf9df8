import type { Locale } from "./locales";
import { ownWordsOf } from "./words-of-pages";

/** The built file of each language's words by `pl` and `pl-history`; undefined in development and in tests. */
const FILES: Readonly<Record<string, string>> = import.meta.env.WORD_FILES ?? {};

/** @param ids of the matched routes @returns the addresses of the files with the words that their pages say */
export function wordFilesOf(locale: Locale, ids: string[]): string[] {
  const names = [locale, ...ids.flatMap(ownWordsOf).map((namespace) => `${locale}-${namespace}`)];
  return names.flatMap((name) => FILES[name] ?? []);
}
