import type { IncomingMessage } from "node:http";
import { env } from "~/.server/env";
import { isDecodable, localeOfPath, pathIn } from "~/i18n/locales";
import { isUnsafe } from "./origin-check";

export const ASSETS = "/assets/";
const BAD_REQUEST_PATH = "/error/400";
const NO_PAGE_PATH = "/no-page";

/** Changes a request, so that log, static files and router all see the same host and path. */
export function normaliseTarget(request: IncomingMessage): void {
  request.headers.host = new URL(env().APP_URL).host;
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-forwarded-proto"];
  request.url = resolveTarget(request.url);
  // A refused POST becomes a GET, because the error page has no action and would answer 405.
  if (request.url === BAD_REQUEST_PATH && isUnsafe(request.method ?? "GET")) request.method = "GET";
}

// Encoded letters, digits and `-._~` mean the same as plain ones (RFC 3986 §2.3). A final `%2Edata`
// stays, because Remix would take a seller's id that ends in `.data` for a request of data.
const ENCODED_UNRESERVED = /%(?!2Edata$)(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** A path with so many in a row is refused: Express and the router take quadratic time for them. */
const MANY_SLASHES = "/".repeat(16);

// Resolves `..` and decodes letters, as the router does, so that all checks see the router's path.
// A refused target becomes the address of a 400 or 404 page (docs/product.md §2).
function resolveTarget(target = ""): string {
  if (!target.startsWith("/") || hasBackslash(target) || !URL.canParse(`http://host${target}`)) return BAD_REQUEST_PATH;
  const { pathname: encodedPath, search, searchParams } = new URL(`http://host${target}`);
  const pathname = encodedPath.replace(ENCODED_UNRESERVED, decodeURIComponent);
  // Below /assets/ are only files, which the router never sees.
  if (pathname.startsWith(ASSETS)) return pathname + search;
  const isRefused =
    // The path as it was sent: decoding `%32` turns the invalid `a%%32Fb` into the valid `a%2Fb`.
    !isDecodable(encodedPath) ||
    pathname.includes(MANY_SLASHES) ||
    // If a page redirected to `//name/path`, the browser would take `name` for a host.
    pathname.startsWith("//") ||
    // The router decodes `%252F` (but not `%252f`) twice: the address `a%252Fb` of the seller
    // `a%2Fb` would open the seller `a/b`.
    pathname.includes("%252F") ||
    // Our pages never request `?_data=`, and Remix 2 would log a stack trace each time.
    searchParams.has("_data");
  if (!isRefused) return pathname + search;
  return pathIn(localeOfPath(pathname), pathname.endsWith(".data") ? `${NO_PAGE_PATH}.data` : NO_PAGE_PATH);
}

/** `URL` reads `\` as a slash. A proxy doesn't, so the two would see different paths. */
const hasBackslash = (target: string) => /^[^?]*\\/.test(target);

/** Call it after `normaliseTarget`, which resolves `/a/../b`. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] as string;
}

export function isAsset(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ASSETS);
}
