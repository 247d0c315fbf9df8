import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext } from "react";
import type { Translate } from "./catalogues";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** entry.server.tsx provides i18next's `t`, entry.client.tsx a browser's. */
export const TranslateContext = createContext(undefined as unknown as Translate);

export const useT = () => useContext(TranslateContext);

/** The locale of the page's URL. */
export function useLocale(): Locale {
  return localeOfPath(useLocation().pathname);
}

/** The result turns a path of this app into a path in the page's locale: `href("/sellers")`. */
export function useHref(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => pathIn(locale, path), [locale]);
}

/** Used by links back to this page. Below /auth the query is left out, as it may hold a code. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
