import { existsSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { env } from "~/.server/env";
import { isAsset, pathOf } from "./request-target";

/** Where remix-serve takes the files that browsers load (vite.config.ts), from the folder that it is started in. */
export const ASSETS_FOLDER: string = import.meta.env.CLIENT_FILES;
/** The build names its files so; everything else below /assets/ is made up. */
const FILE = /^\/assets\/[\w.-]+$/;

/** Methods that the app knows (RFC 9110 §9.3.7). */
const ALLOW = "GET, HEAD, POST";
/** Methods that routes are asked by. Of others a Request can't be made (TRACE), or the router speaks in its own words. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const there = new Set<string>();

/**
 * A missing asset must not become a page: caches that go by the path would store a signed-in person's 404 page, name and
 * all, for everybody. In development Vite has the files, not the build.
 */
function isMissingAsset(request: IncomingMessage): boolean {
  return isAsset(request) && env().NODE_ENV !== "development" && !isBuiltFile(request);
}

/** Whether the answer will be one of the files that the build made for browsers; other methods get a page at its address. */
export function isBuiltAnswer(request: IncomingMessage): boolean {
  return (request.method === "GET" || request.method === "HEAD") && isBuiltFile(request);
}

function isBuiltFile(request: IncomingMessage): boolean {
  const path = pathOf(request);
  if (there.has(path)) return true;
  if (!FILE.test(path) || !existsSync(join(ASSETS_FOLDER, path))) return false;
  there.add(path);
  return true;
}

/**
 * Answers what no route need see. Remix would run the loaders of the page for OPTIONS, and for an asset that isn't there.
 * @returns whether the request is answered
 */
export function answerBare(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === "OPTIONS") {
    response.writeHead(204, { Allow: ALLOW }).end();
    return true;
  }
  if (!METHODS.has(request.method ?? "")) {
    response.writeHead(405, { Allow: ALLOW }).end();
    return true;
  }
  if (!isMissingAsset(request)) return false;
  response.writeHead(404).end();
  return true;
}

const watched = new WeakSet<Server>();
const answered = new WeakSet<IncomingMessage>();

/** remix-serve has no middleware: what is answered already is hidden from it here, where Node would hand it on. */
export function hideFromRoutes(server: Server, request: IncomingMessage): void {
  answered.add(request);
  if (watched.has(server)) return;
  watched.add(server);
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;
  server.emit = ((event: string, ...given: unknown[]) =>
    event === "request" && answered.has(given[0] as IncomingMessage) ? true : emit(event, ...given)) as Server["emit"];
}
