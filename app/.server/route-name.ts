import { barePath, localeOfPath, localePrefix } from "~/i18n/locales";
import { routeId, screens } from "~/route-table";

/** Case doesn't matter, as in the router. The catch-all is used when nothing matches. */
const patterns = screens
  .filter((screen) => screen.path !== "*")
  .map((screen) => ({
    ...screen,
    pattern: new RegExp(`^/${screen.path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}/?$`, "i"),
  }));

/**
 * A request's label in logs and metrics is the route's name, never the URL, which may hold a
 * person's search or a sign-in code.
 */
export function routeOf(url: string | undefined): { route: string } {
  const pathname = (url ?? "/").split("?", 1)[0] ?? "/";
  if (pathname.startsWith("/assets/")) return { route: "asset" };
  const page = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
  const locale = localeOfPath(page);
  const bare = barePath(page);
  const screen = patterns.find(({ pattern, single }) => pattern.test(bare) && !(single && localePrefix(locale)));
  return { route: routeId(screen?.name ?? "not-found", locale) };
}
