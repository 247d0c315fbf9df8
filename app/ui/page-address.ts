import { useLocation } from "@remix-run/react";
import { barePath } from "~/i18n/locales";

/** For links back to this page; below /auth without the query, which may hold a sign-in code. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  return /^\/auth(\/|$)/.test(barePath(pathname)) ? pathname : pathname + search;
}
