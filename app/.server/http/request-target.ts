import type { IncomingMessage } from "node:http";
import { env } from "~/.server/env";
import { isDecodable, localeOfPath, pathIn } from "~/i18n/locales";

const ASSETS = "/assets/";

/**
 * The request's own words about where it went are not trusted: every URL that the app builds comes from APP_URL
 * (docs/operations.md). Its target is resolved once, before anything looks at it, so that the log, the caches, the files
 * and the router all see the same path: `/auth/session/../../sellers/new` is `/sellers/new` for each. An absolute-form
 * or malformed target becomes a page that doesn't exist, instead of an error in the router.
 */
export function normaliseTarget(request: IncomingMessage): void {
  request.headers.host = new URL(env().APP_URL).host;
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-forwarded-proto"];
  request.url = resolved(request.url);
}

/** A path that no page has. */
const NO_PAGE = "/no-page";

/** So many in a row stand in no address. Express and the router look for the end of a path by patterns that take the square of their number. */
const MANY_SLASHES = "/".repeat(16);

/** @returns path and query without dot segments, plain or encoded (RFC 3986 §5.2.4, WHATWG URL) */
function resolved(target: string | undefined): string {
  if (!target?.startsWith("/") || !URL.canParse(`http://host${target}`)) return "/error/400";
  const { pathname, search, searchParams } = new URL(`http://host${target}`);
  // What stands below /assets/ never becomes a page (built-files.ts).
  if (pathname.startsWith(ASSETS)) return pathname + search;
  // Remix 2 still serves `?_data=` and logs a stack for each such request, though no page of ours makes any.
  const hasPage = isDecodable(pathname) && !pathname.includes(MANY_SLASHES) && !searchParams.has("_data");
  if (hasPage) return pathname + search;
  return pathIn(localeOfPath(pathname), pathname.endsWith(".data") ? `${NO_PAGE}.data` : NO_PAGE);
}

/** Of a request whose target is normalised. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] as string;
}

/** Whether a path is one of the build's own hashed files, there or not. */
export function isAsset(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ASSETS);
}
