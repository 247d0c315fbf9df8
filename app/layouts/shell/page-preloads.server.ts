import type { EntryContext } from "@remix-run/node";
import basic from "small-fonts/inter-basic.woff2?url";
import polish from "small-fonts/inter-polish.woff2?url";
import type { Locale } from "~/i18n/locales";
import { fileOf, ownNamespaces } from "~/i18n/page-namespaces";

const FONTS = [basic, polish];

/** The most urgent files are first, because browsers open only six connections over HTTP/1.1. */
export function pagePreloads(
  { manifest, staticHandlerContext }: EntryContext,
  locale: Locale,
  { hasInlineSheets }: { hasInlineSheets: boolean },
): string | undefined {
  if (!import.meta.env.PROD) return undefined;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const sheets = routes.flatMap(({ css = [] }) => css);
  const { imports = [], module } = manifest.entry;
  // The largest chunk, so it is the first script.
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
    ...(hasInlineSheets ? [] : [...new Set(sheets)].map((href) => `<${href}>; rel=preload; as=style`)),
    ...FONTS.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...[...new Set(scripts)].map((href) => `<${href}>; rel=modulepreload`),
  ].join(", ");
}

/** The built files of texts by name: `pl` (the shared namespaces) or `pl-history`. */
const FILES: Readonly<Record<string, string>> = import.meta.env.WORD_FILES ?? {};

function wordFilesOf(locale: Locale, ids: string[]): string[] {
  const names = [locale, ...ids.flatMap(ownNamespaces).map((namespace) => `${locale}-${fileOf(namespace)}`)];
  return names.flatMap((name) => FILES[name] ?? []);
}
