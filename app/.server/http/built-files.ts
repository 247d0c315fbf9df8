import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { env } from "~/.server/env";
import { isAsset, pathOf } from "./request-target";

/** Where remix-serve takes the files that browsers load (vite.config.ts), from the folder that it is started in. */
export const ASSETS_FOLDER: string = import.meta.env.CLIENT_FILES;
/** The build names its files so; everything else below /assets/ is made up. */
const FILE = /^\/assets\/[\w.-]+$/;

const there = new Set<string>();

/**
 * A missing asset must not become a page: caches that go by the path would store a signed-in person's 404 page, name and
 * all, for everybody. In development Vite has the files, not the build.
 */
export function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

/** Whether the answer will be one of the files that the build made for browsers. */
export function isBuiltAnswer(request: IncomingMessage): boolean {
  return isRead(request) && isBuiltFile(request);
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** A post to a file of the build: a page would answer it, with the headers of a file. */
export function isPostedFile(request: IncomingMessage): boolean {
  return isAsset(request) && !isRead(request) && env().NODE_ENV !== "development";
}

function isBuiltFile(request: IncomingMessage): boolean {
  const path = pathOf(request);
  if (there.has(path)) return true;
  if (!FILE.test(path) || !existsSync(join(ASSETS_FOLDER, path))) return false;
  there.add(path);
  return true;
}

/** As the server of static files says them. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

const smaller = new Map<string, boolean>();

function hasSmaller(path: string): boolean {
  const known = smaller.get(path);
  if (known !== undefined) return known;
  const there = existsSync(join(ASSETS_FOLDER, `${path}.br`));
  smaller.set(path, there);
  return there;
}

/** Whether Brotli is named in Accept-Encoding, and not refused by a weight of 0 (RFC 9110 §12.5.3). */
export function takesBrotli(accepted: string): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i.test(accepted);
}

/**
 * Has an asset answered with the Brotli file that the build put beside it (scripts/build/smaller-files.ts), where the browser takes that.
 * For an asset that is there.
 */
export function sendSmallerAsset(request: IncomingMessage, response: ServerResponse): void {
  if (!isAsset(request)) return;
  const path = pathOf(request);
  const type = TYPES[extname(path)];
  if (!type || !hasSmaller(path)) return;
  response.appendHeader("Vary", "Accept-Encoding");
  if (!takesBrotli(String(request.headers["accept-encoding"] ?? ""))) return;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "br");
  request.url = `${path}.br`;
}
