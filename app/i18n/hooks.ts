import { useLocation } from "@remix-run/react";
import i18next from "i18next";
import { createContext, useCallback, useContext } from "react";
import type { Translate } from "./catalogues";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** The server provides its `t` for each request's language; a browser has one i18next instance. */
export const TranslateContext = createContext<Translate>(i18next.t);

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
