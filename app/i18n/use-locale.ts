import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { type Locale, localeOfPath, pathIn } from "./locales";

/** The locale of the page's URL. */
export function useLocale(): Locale {
  return localeOfPath(useLocation().pathname);
}

/** Makes a path of this app a path in the page's locale: `href("/sellers")`. */
export function useHref(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => pathIn(locale, path), [locale]);
}
