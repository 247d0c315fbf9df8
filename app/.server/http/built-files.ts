import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { env } from "~/.server/env";
import { ASSETS, isAsset, pathOf } from "./request-target";

/** Relative to the folder in which remix-serve starts (vite.config.ts). */
export const CLIENT_FOLDER: string = import.meta.env.CLIENT_FILES;

/** Empty in development, where Vite serves the files. */
const builtFiles = new Set(existsSync(CLIENT_FOLDER + ASSETS) ? readdirSync(CLIENT_FOLDER + ASSETS) : []);

/** A missing asset gets a 404 without a page: a cache would show one person's page to everybody. */
export function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

export function isReadOfBuiltFile(request: IncomingMessage): boolean {
  return isGetOrHead(request) && isBuiltFile(request);
}

const isGetOrHead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Such a request gets a 405, because Remix would render a page for a POST to a file. */
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

/** The build writes files with these endings. Brotli's files are the smallest, so it is first. */
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Coding = (typeof CODINGS)[number][0];

/** A coding with `q=0` is refused (RFC 9110 §12.5.3). */
export function acceptsCoding(coding: Coding, accepted: string): boolean {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?:1|0\\.0*[1-9]))`, "i").test(accepted);
}

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
