import { barePath, canonicalPath, localeOfPath, localePrefix, pathIn } from "~/i18n/locales";
import { routeId, screens } from "~/route-table";

type Screen = (typeof screens)[number];

/** Case doesn't matter, as in the router. */
const patterns = screens
  .filter((screen) => screen.path !== "*")
  .map((screen) => ({
    screen,
    pattern: new RegExp(`^/${screen.path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}/?$`, "i"),
  }));
const catchAll = screens.find(({ path }) => path === "*") as Screen;

/** The path of the page whose data a script requests by `pathname`, or `pathname` itself. */
const withoutData = (pathname: string) => (pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, ""));

/**
 * The screen at a path of any locale; the catch-all where nothing matches. A screen with one
 * address for all languages isn't found below a prefix.
 */
export function screenAt(pathname: string): Screen {
  const page = withoutData(pathname);
  const bare = barePath(page);
  const hasPrefix = Boolean(localePrefix(localeOfPath(page)));
  const match = patterns.find(({ screen, pattern }) => pattern.test(bare) && !(screen.hasOneAddress && hasPrefix));
  return match?.screen ?? catchAll;
}

/** The one address of a page: `/Sellers/X1/Edit/` is `/sellers/X1/edit`. */
export function canonicalAddress(pathname: string): string {
  const path = canonicalPath(pathname);
  const screen = screenAt(path);
  // `canonicalPath` left the slash at the end because of an encoded slash (`/sellers/jobs/..%2f../`).
  if (screen === catchAll || path.endsWith("/")) return path;
  const given = barePath(path).split("/");
  const spelled = `/${screen.path}`.split("/").map((part, at) => (part.startsWith(":") ? given[at] : part));
  return pathIn(localeOfPath(path), spelled.join("/"));
}

export const screenOf = (request: Request) => screenAt(new URL(request.url).pathname);

/** A request's name in logs and metrics: never the URL, which may hold a search or a code. */
export function routeOf(url: string | undefined): { route: string } {
  const pathname = (url ?? "/").split("?", 1)[0] ?? "/";
  if (pathname.startsWith("/assets/")) return { route: "asset" };
  return { route: routeId(screenAt(pathname).name, localeOfPath(withoutData(pathname))) };
}
