import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** The locale of the page's URL. */
export function useLocale(): Locale {
  return localeOfPath(useLocation().pathname);
}

/** Makes a path of this app a path in the page's locale: `href("/sellers")`. */
export function useHref(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => pathIn(locale, path), [locale]);
}

/** For links back to this page; below /auth without the query, which may hold a sign-in code. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
