import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { env } from "~/.server/env";
import type { Answer } from "./answer-instead";
import { isAsset, pathOf } from "./request-target";

/** Where remix-serve takes the files that browsers load (vite.config.ts), from the folder that it is started in. */
export const ASSETS_FOLDER: string = import.meta.env.CLIENT_FILES;
/** The build names its files so; everything else below /assets/ is made up. */
const FILE = /^\/assets\/[\w.-]+$/;

/** Methods that the app knows (RFC 9110 §9.3.7). */
const ALLOW = "GET, HEAD, POST";
const ALLOW_OF_FILES = "GET, HEAD";
/** Methods that may reach the routes. Others can't be made a Request (TRACE), or the router answers them in its own words. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const there = new Set<string>();

/**
 * A missing asset must not become a page: caches that go by the path would store a signed-in person's 404 page, name and
 * all, for everybody. In development Vite has the files, not the build.
 */
function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

/** Whether the answer will be one of the files that the build made for browsers. */
export function isBuiltAnswer(request: IncomingMessage): boolean {
  return isRead(request) && isBuiltFile(request);
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** A post to a file of the build: a page would answer it, with the headers of a file. */
function isPostedFile(request: IncomingMessage): boolean {
  return isAsset(request) && !isRead(request) && env().NODE_ENV !== "development";
}

function isBuiltFile(request: IncomingMessage): boolean {
  const path = pathOf(request);
  if (there.has(path)) return true;
  if (!FILE.test(path) || !existsSync(join(ASSETS_FOLDER, path))) return false;
  there.add(path);
  return true;
}

/** The answer to requests that no route need see: Remix would run a page's loaders for OPTIONS, and for an asset that isn't there. */
export function bareAnswer(request: IncomingMessage): Answer | undefined {
  if (request.method === "OPTIONS") return (response) => response.writeHead(204, { Allow: ALLOW }).end();
  if (!METHODS.has(request.method ?? "") || isPostedFile(request)) {
    return (response) => response.writeHead(405, { Allow: isAsset(request) ? ALLOW_OF_FILES : ALLOW }).end();
  }
  return isMissingAsset(request) ? (response) => response.writeHead(404).end() : undefined;
}
