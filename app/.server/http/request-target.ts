import type { IncomingMessage } from "node:http";
import { env } from "~/.server/env";
import { isDecodable, localeOfPath, pathIn } from "~/i18n/locales";

const ASSETS = "/assets/";

/**
 * Every URL that the app builds comes from APP_URL, not from headers (docs/operations.md). The
 * target is resolved first, so that the log, the files and the router all see the same path.
 */
export function normaliseTarget(request: IncomingMessage): void {
  request.headers.host = new URL(env().APP_URL).host;
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-forwarded-proto"];
  request.url = resolve(request.url);
}

const NO_PAGE = "/no-page";

/** Express and the router need quadratic time for many slashes at the end of a path. */
const MANY_SLASHES = "/".repeat(16);

/** @returns path and query without dot segments, plain or encoded (RFC 3986 §5.2.4, WHATWG URL) */
function resolve(target: string | undefined): string {
  if (!target?.startsWith("/") || !URL.canParse(`http://host${target}`)) return "/error/400";
  const { pathname, search, searchParams } = new URL(`http://host${target}`);
  // No page is below /assets/ (built-files.ts).
  if (pathname.startsWith(ASSETS)) return pathname + search;
  // The router decodes a slash twice: the page of an id with `%2F` in it would be another seller's.
  const isAmbiguous = pathname.includes("%252F");
  // Remix 2 still serves `?_data=`, which no page of ours requests, and logs a stack each time.
  const isOldData = searchParams.has("_data");
  const hasPage = isDecodable(pathname) && !pathname.includes(MANY_SLASHES) && !isAmbiguous && !isOldData;
  if (hasPage) return pathname + search;
  return pathIn(localeOfPath(pathname), pathname.endsWith(".data") ? `${NO_PAGE}.data` : NO_PAGE);
}

/** The target must be normalised. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] as string;
}

export function isAsset(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ASSETS);
}
