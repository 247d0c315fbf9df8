import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { env } from "~/.server/env";
import { isAsset, pathOf } from "./request-target";

/** In the folder that remix-serve is started in (vite.config.ts). */
export const ASSETS_FOLDER: string = import.meta.env.CLIENT_FILES;
const ASSETS = "/assets/";

/** The names of all built files; in development there are none. */
const names = new Set(existsSync(ASSETS_FOLDER + ASSETS) ? readdirSync(ASSETS_FOLDER + ASSETS) : []);

/**
 * A missing asset must not become a page: a cache that goes by the path would store a person's 404
 * page for everybody. In development Vite has the files.
 */
export function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

export function isBuiltAnswer(request: IncomingMessage): boolean {
  return isRead(request) && isBuiltFile(request);
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** A page would answer such a post with a file's headers. */
export function isPostedFile(request: IncomingMessage): boolean {
  return isAsset(request) && !isRead(request) && env().NODE_ENV !== "development";
}

function isBuiltFile(request: IncomingMessage): boolean {
  return isAsset(request) && names.has(pathOf(request).slice(ASSETS.length));
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/**
 * What the build compresses with, the smallest first, and the files' ending
 * (scripts/build/smaller-files.ts).
 */
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Coding = (typeof CODINGS)[number][0];

/** RFC 9110 §12.5.3; a weight of 0 refuses. */
export function takes(coding: Coding, accepted: string): boolean {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?:1|0\\.0*[1-9]))`, "i").test(accepted);
}

/** Serves the compressed file that the build put beside the asset. */
export function sendSmallerAsset(request: IncomingMessage, response: ServerResponse): void {
  if (!isAsset(request)) return;
  const path = pathOf(request);
  const type = TYPES[extname(path)];
  const name = path.slice(ASSETS.length);
  if (!type || !names.has(`${name}.br`)) return;
  response.appendHeader("Vary", "Accept-Encoding");
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const [coding, ending] = CODINGS.find(([coding, end]) => takes(coding, accepted) && names.has(name + end)) ?? [];
  if (!coding) return;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", coding);
  request.url = path + ending;
}
