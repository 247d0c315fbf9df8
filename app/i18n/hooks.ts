import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** Takes keys with a namespace, `t("sellers:list.title")`; the library's `t` takes those of one. */
export const useT = (): Translate => useTranslation().i18n.t;

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
