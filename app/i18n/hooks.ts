import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext } from "react";
import type { Translate } from "./catalogues";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** The server provides i18next's `t`, browsers the smaller `makeTranslate`. */
export const TranslateContext = createContext(undefined as unknown as Translate);

export const useT = () => useContext(TranslateContext);

export function useLocale(): Locale {
  return localeOfPath(useLocation().pathname);
}

/** On an English page `href("/sellers")` returns `/en-US/sellers`. */
export function useHref(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => pathIn(locale, path), [locale]);
}

/** Returns path and query; below `/auth` only the path, because the query may contain a code. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
