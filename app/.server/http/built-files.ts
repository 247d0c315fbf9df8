import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { env } from "~/.server/env";
import { ASSETS, isAsset, pathOf } from "./request-target";

/** Relative to the folder in which remix-serve starts (vite.config.ts). */
export const CLIENT_FOLDER: string = import.meta.env.CLIENT_FILES;

/** The names of all built files; in development there are none. */
const builtFiles = new Set(existsSync(CLIENT_FOLDER + ASSETS) ? readdirSync(CLIENT_FOLDER + ASSETS) : []);

/**
 * A missing asset must not become a page: a cache that goes by the path would store a person's 404
 * page for everybody. In development Vite has the files.
 */
export function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

export function isReadOfBuiltFile(request: IncomingMessage): boolean {
  return isGetOrHead(request) && isBuiltFile(request);
}

const isGetOrHead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Only GET and HEAD are for files; Remix would render a page for a POST. */
export function isWriteToAsset(request: IncomingMessage): boolean {
  return isAsset(request) && !isGetOrHead(request) && env().NODE_ENV !== "development";
}

function isBuiltFile(request: IncomingMessage): boolean {
  return isAsset(request) && builtFiles.has(pathOf(request).slice(ASSETS.length));
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/** The build's codings (scripts/build/smaller-files.ts), the smallest first, with file endings. */
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Coding = (typeof CODINGS)[number][0];

/** Whether Accept-Encoding names the coding with a weight above 0 (RFC 9110 §12.5.3). */
export function acceptsCoding(coding: Coding, accepted: string): boolean {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?:1|0\\.0*[1-9]))`, "i").test(accepted);
}

/** Points a request at the compressed file beside the asset, which remix-serve then sends. */
export function pointAtCompressedAsset(request: IncomingMessage, response: ServerResponse): void {
  if (!isAsset(request)) return;
  const path = pathOf(request);
  const type = TYPES[extname(path)];
  // The build writes both codings of a file, or none.
  if (!type || !builtFiles.has(`${path.slice(ASSETS.length)}.br`)) return;
  response.appendHeader("Vary", "Accept-Encoding");
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const [coding, ending] = CODINGS.find(([coding]) => acceptsCoding(coding, accepted)) ?? [];
  if (!coding) return;
  // remix-serve knows no type for `.br`.
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", coding);
  request.url = path + ending;
}
