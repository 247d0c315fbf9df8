import type { Locale } from "./locales";
import { ownWordsOf } from "./words-of-pages";

/** The built file of each language's words by `pl` and `pl-history`; undefined in development and in tests. */
const FILES: Readonly<Record<string, string>> = import.meta.env.WORD_FILES ?? {};

/**
 * A page's modules ask for its words only once they run. So the page's answer names them in its header, and they come with the modules.
 * @param ids of the matched routes
 * @returns what `Link` says (RFC 8288); undefined where nothing is known to be asked for
 */
export function wordPreloads(locale: Locale, ids: string[]): string | undefined {
  const names = [locale, ...ids.flatMap(ownWordsOf).map((namespace) => `${locale}-${namespace}`)];
  const files = names.flatMap((name) => FILES[name] ?? []);
  return files.length > 0 ? files.map((file) => `<${file}>; rel=modulepreload`).join(", ") : undefined;
}
