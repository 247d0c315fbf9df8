import type { EntryContext } from "@remix-run/node";
import basic from "small-fonts/inter-basic.woff2?url";
import polish from "small-fonts/inter-polish.woff2?url";
import type { Locale } from "~/i18n/locales";
import { ownWordsOf } from "~/i18n/words-of-pages";

const FONTS = [basic, polish];

/**
 * The files of a page as its answer's `Link` header names them (RFC 8288), so that they are asked for before the page is read, in the
 * order in which they are waited for: a browser has six connections to a server that speaks HTTP/1.1, and what is asked for second is
 * there a round trip later. First what the page is painted with, then the libraries, which take longest, then what waits for them.
 * A page's modules would ask for its words only once they run.
 * A first page holds its sheets itself (inline-styles.tsx).
 * @returns undefined in development, where files are served one by one
 */
export function pagePreloads(
  { manifest, staticHandlerContext }: EntryContext,
  locale: Locale,
  { isFirst }: { isFirst: boolean },
): string | undefined {
  if (!import.meta.env.PROD) return undefined;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const sheets = routes.flatMap(({ css = [] }) => css);
  const { imports = [], module } = manifest.entry;
  const libraries = imports.filter((href) => href.includes("/libraries-"));
  const scripts = [
    ...libraries,
    ...imports,
    ...wordFilesOf(locale, ids),
    ...routes.flatMap(({ imports = [], module }) => [...imports, module]),
    module,
    manifest.url,
  ];
  return [
    ...(isFirst ? [] : [...new Set(sheets)].map((href) => `<${href}>; rel=preload; as=style`)),
    ...FONTS.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...[...new Set(scripts)].map((href) => `<${href}>; rel=modulepreload`),
  ].join(", ");
}

/** The built file of each language's words by `pl` and `pl-history`; undefined in development and in tests. */
const FILES: Readonly<Record<string, string>> = import.meta.env.WORD_FILES ?? {};

/** @param ids of the matched routes @returns the addresses of the files with the words that their pages say */
function wordFilesOf(locale: Locale, ids: string[]): string[] {
  const names = [locale, ...ids.flatMap(ownWordsOf).map((namespace) => `${locale}-${namespace}`)];
  return names.flatMap((name) => FILES[name] ?? []);
}
