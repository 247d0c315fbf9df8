import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { ASSETS_FOLDER } from "./bare-answers";
import { isAsset, pathOf } from "./request-target";

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
