import { matchPath } from "@remix-run/react";
import { barePath, localeOfPath, localePrefix } from "~/i18n/locales";
import { routeId, screens } from "~/routes";

/**
 * The label of a request in logs and metrics: the route's name, never the URL itself, whose path or query may hold
 * a person's search or a sign-in code.
 */
export function routeOf(url: string | undefined): { route: string } {
  const pathname =
    (url ?? "/")
      .split("?", 1)[0]
      ?.replace(/\.data$/, "")
      .replace(/^\/_root$/, "/") ?? "/";
  if (pathname.startsWith("/assets/")) return { route: "asset" };
  const locale = localeOfPath(pathname);
  const bare = barePath(pathname);
  const screen = screens.find((candidate) => {
    if (candidate.single && localePrefix(locale)) return false;
    return matchPath({ path: `/${candidate.path}`, end: true }, bare) !== null;
  });
  return { route: routeId(screen?.name ?? "not-found", locale) };
}
