import { useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";
import { barePath, type Locale, localeOfPath, pathIn } from "./locales";

/** This `t` takes keys with a namespace, `t("sellers:list.title")`; `useTranslation`'s doesn't. */
export const useT = (): Translate => useTranslation().i18n.t;

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
