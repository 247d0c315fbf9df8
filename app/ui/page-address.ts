import { useLocation } from "@remix-run/react";
import { barePath } from "~/i18n/locales";

/** The page's own path and query, for links that lead back to it; below /auth without the query, which may hold a sign-in code. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
