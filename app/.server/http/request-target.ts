import type { IncomingMessage } from "node:http";
import { env } from "~/.server/env";
import { isDecodable, localeOfPath, pathIn } from "~/i18n/locales";
import { isUnsafe } from "./origin-check";

export const ASSETS = "/assets/";
const BAD_REQUEST_PATH = "/error/400";
const NO_PAGE_PATH = "/no-page";

/**
 * Every URL that the app builds comes from APP_URL, not from headers (docs/operations.md). The
 * target is resolved first, so that the log, the files and the router all see the same path.
 */
export function normaliseTarget(request: IncomingMessage): void {
  request.headers.host = new URL(env().APP_URL).host;
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-forwarded-proto"];
  request.url = resolveTarget(request.url);
  // An error page takes no forms: it would answer 405.
  if (request.url === BAD_REQUEST_PATH && isUnsafe(request.method ?? "GET")) request.method = "GET";
}

/**
 * Percent-encoded letters, digits and `-._~`, which mean the same without encoding (RFC 3986 §2.3).
 * `%2Edata` at the end stays: Remix serves data at `.data`, and a seller's id may end in `.data`.
 */
const ENCODED_UNRESERVED = /%(?!2Edata$)(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Express and the router need quadratic time for thousands of slashes in a row. */
const MANY_SLASHES = "/".repeat(16);

/**
 * Returns path and query without dot segments, plain or encoded (RFC 3986 §5.2.4, WHATWG URL), and
 * without needless encoding in the path, which the router would decode after all checks. What it
 * refuses becomes 400 or 404 (docs/product.md §2).
 */
function resolveTarget(target: string | undefined): string {
  if (!target?.startsWith("/") || hasBackslash(target) || !URL.canParse(`http://host${target}`))
    return BAD_REQUEST_PATH;
  const { pathname: encodedPath, search, searchParams } = new URL(`http://host${target}`);
  const pathname = encodedPath.replace(ENCODED_UNRESERVED, decodeURIComponent);
  // No page is below /assets/ (built-files.ts).
  if (pathname.startsWith(ASSETS)) return pathname + search;
  const isRefused =
    // In `pathname` an undecodable `%%341` has become `%41`.
    !isDecodable(encodedPath) ||
    pathname.includes(MANY_SLASHES) ||
    // A path that begins with `//` would name a host.
    pathname.startsWith("//") ||
    // The router makes `%252F` (not `%252f`) a slash: an id with `%2F` would open another seller.
    pathname.includes("%252F") ||
    // Remix 2 still serves `?_data=`, which no page of ours requests, and logs a stack each time.
    searchParams.has("_data");
  if (!isRefused) return pathname + search;
  return pathIn(localeOfPath(pathname), pathname.endsWith(".data") ? `${NO_PAGE_PATH}.data` : NO_PAGE_PATH);
}

/** Browsers send `/` instead. WHATWG URL reads `\` as a slash, but a proxy in front doesn't. */
const hasBackslash = (target: string) => /^[^?]*\\/.test(target);

/** Call it after `normaliseTarget`, because `/a/../b` isn't resolved here. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] as string;
}

export function isAsset(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ASSETS);
}
