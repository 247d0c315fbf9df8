import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { barePath, localeOfPath, pathIn } from "~/i18n/locales";

/** Redirects `/logout` to `/auth/logout`, and `/silent-refresh` to `/auth/silent-renew`. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(pageOf(request));
}

export function action({ request }: ActionFunctionArgs) {
  return redirect(pageOf(request), 307);
}

function pageOf({ url }: Request): string {
  const { pathname } = new URL(url);
  if (barePath(pathname).toLowerCase() === "/silent-refresh") return "/auth/silent-renew";
  return pathIn(localeOfPath(pathname), "/auth/logout");
}
