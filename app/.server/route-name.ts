import { barePath, canonicalPath, localeOfPath, localePrefix, pathIn } from "~/i18n/locales";
import { routeId, screens } from "~/route-table";

type Screen = (typeof screens)[number];

/** Letter case is ignored, as in the router. */
const patterns = screens
  .filter((screen) => screen.path !== "*")
  .map((screen) => ({
    screen,
    pattern: new RegExp(`^/${screen.path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}/?$`, "i"),
  }));
const catchAll = screens.find(({ path }) => path === "*") as Screen;

/** `/sellers.data` is the data of `/sellers`. */
const withoutData = (pathname: string) => (pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, ""));

/** A screen with one address for all languages has no address below `/en-US`. */
export function screenAt(pathname: string): Screen {
  const page = withoutData(pathname);
  const bare = barePath(page);
  const hasPrefix = Boolean(localePrefix(localeOfPath(page)));
  const match = patterns.find(({ screen, pattern }) => pattern.test(bare) && !(screen.hasOneAddress && hasPrefix));
  return match?.screen ?? catchAll;
}

/** The usual spelling of a page's path: `/Sellers/X1/Edit/` becomes `/sellers/X1/edit`. */
export function canonicalAddress(pathname: string): string {
  const path = canonicalPath(pathname);
  const screen = screenAt(path);
  // `canonicalPath` keeps the final slash if the path has an encoded slash (`/sellers/..%2f../`).
  if (screen === catchAll || path.endsWith("/")) return path;
  const segments = barePath(path).split("/");
  const canonicalParts = `/${screen.path}`.split("/").map((part, at) => (part.startsWith(":") ? segments[at] : part));
  return pathIn(localeOfPath(path), canonicalParts.join("/"));
}

export const screenOf = (request: Request) => screenAt(new URL(request.url).pathname);

/** The name of a URL's route, for logs and metrics. The URL itself may have a search or a code. */
export function routeOf(url: string | undefined): { route: string } {
  const pathname = (url ?? "/").split("?", 1)[0] ?? "/";
  if (pathname.startsWith("/assets/")) return { route: "asset" };
  return { route: routeId(screenAt(pathname).name, localeOfPath(withoutData(pathname))) };
}
