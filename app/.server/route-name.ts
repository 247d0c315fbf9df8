import { barePath, localeOfPath, localePrefix } from "~/i18n/locales";
import { routeId, screens } from "~/route-table";

/** Compiled once: this runs for every request. As in the router, the case doesn't matter. The catch-all is what is left when nothing matches. */
const patterns = screens
  .filter((screen) => screen.path !== "*")
  .map((screen) => ({
    ...screen,
    pattern: new RegExp(`^/${screen.path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}/?$`, "i"),
  }));

/**
 * The label of a request in logs and metrics: the route's name, never the URL itself, whose path or query may hold
 * a person's search or a sign-in code.
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
