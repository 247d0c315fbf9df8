import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { log } from "~/.server/log";
import { isMissingAsset, isPostedFile } from "./built-files";
import { isAsset, pathOf } from "./request-target";

/** Answers a request that no route is to see; it may do so later. */
export type Answer = (response: ServerResponse) => unknown;

const watched = new WeakSet<Server>();
const answers = new WeakMap<IncomingMessage, Answer>();

/**
 * Registers an answer that takes the place of the routes': remix-serve has no middleware. It is given when Node would hand
 * the request on to them, not at once: Node may still answer by itself after it has announced a request (400 without a
 * Host, 417 for an unknown expectation), and a second answer would be an exception that nobody catches.
 */
export function answerInstead(server: Server, request: IncomingMessage, answer: Answer): void {
  answers.set(request, answer);
  if (watched.has(server)) return;
  watched.add(server);
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;
  server.emit = ((event: string, ...given: unknown[]) => {
    const found = event === "request" ? answers.get(given[0] as IncomingMessage) : undefined;
    if (!found) return emit(event, ...given);
    found(given[1] as ServerResponse);
    return true;
  }) as Server["emit"];
}

/** An answer without a body, from what the request's Cookie header says. */
type Status = (cookie: string | null) => Promise<{ status: number; headers?: Record<string, string> }>;

const statuses = new Map<string, Status>();

/** Has GET of that path answered before Remix sees it: for what open pages ask every few seconds. */
export function answerDirectly(path: string, status: Status): void {
  statuses.set(path, status);
}

/** @returns what answers the request, if it is for such a path; 503 when its answer can't be found out */
export function directAnswer(request: IncomingMessage): Answer | undefined {
  const status = request.method === "GET" ? statuses.get(pathOf(request)) : undefined;
  if (!status) return undefined;
  return async (response) => {
    const { status: code, headers } = await status(request.headers.cookie ?? null).catch((error: unknown) => {
      log().warn({ err: error }, "a direct answer failed");
      return { status: 503, headers: { "Retry-After": "5" } };
    });
    // A client that was too slow may have been told so meanwhile.
    if (!response.headersSent) response.writeHead(code, headers).end();
  };
}

/** Methods that the app knows (RFC 9110 §9.3.7). */
const ALLOW = "GET, HEAD, POST";
const ALLOW_OF_FILES = "GET, HEAD";
/** Methods that may reach the routes. Others can't be made a Request (TRACE), or the router answers them in its own words. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** The answer to requests that no route need see: Remix would run a page's loaders for OPTIONS, and for an asset that isn't there. */
export function bareAnswer(request: IncomingMessage): Answer | undefined {
  if (request.method === "OPTIONS") return (response) => response.writeHead(204, { Allow: ALLOW }).end();
  if (!METHODS.has(request.method ?? "") || isPostedFile(request)) {
    return (response) => response.writeHead(405, { Allow: isAsset(request) ? ALLOW_OF_FILES : ALLOW }).end();
  }
  return isMissingAsset(request) ? (response) => response.writeHead(404).end() : undefined;
}
