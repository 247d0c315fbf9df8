import { useLocation } from "@remix-run/react";
import { barePath } from "~/i18n/locales";

/**
 * The page's own path and query, for links that lead back to it, and for its forms where it has an id in its path, which
 * React Router's own action decodes; without the query where that holds a sign-in code.
 */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
