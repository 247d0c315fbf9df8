import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { log } from "~/.server/log";
import { isMissingAsset, isPostedFile } from "./built-files";
import { isAsset, pathOf } from "./request-target";

/** May respond later. */
export type Answer = (response: ServerResponse) => unknown;

const watched = new WeakSet<Server>();
const answers = new WeakMap<IncomingMessage, Answer>();

/**
 * Responds when Node would call remix-serve, not earlier: Node may respond to an announced request
 * itself (400, 417), and a second response would throw.
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

/** By the request's Cookie header. */
type Status = (cookie: string | null) => Promise<{ status: number; headers?: Record<string, string> }>;

const statuses = new Map<string, Status>();

/** For paths that open pages request every few seconds. */
export function answerDirectly(path: string, status: Status): void {
  statuses.set(path, status);
}

export function directAnswer(request: IncomingMessage): Answer | undefined {
  const status = request.method === "GET" ? statuses.get(pathOf(request)) : undefined;
  if (!status) return undefined;
  return async (response) => {
    const { status: code, headers } = await status(request.headers.cookie ?? null).catch((error: unknown) => {
      log().warn({ err: error }, "a direct answer failed");
      return { status: 503, headers: { "Retry-After": "5" } };
    });
    // A slow client may have got a 408 meanwhile.
    if (!response.headersSent) response.writeHead(code, headers).end();
  };
}

/** RFC 9110 §9.3.7. */
const ALLOW = "GET, HEAD, POST";
const ALLOW_OF_FILES = "GET, HEAD";
/** No Request can be made of TRACE, and the router answers other methods in English. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Remix would run loaders for OPTIONS and for a missing asset. */
export function bareAnswer(request: IncomingMessage): Answer | undefined {
  if (request.method === "OPTIONS") return (response) => response.writeHead(204, { Allow: ALLOW }).end();
  if (!METHODS.has(request.method ?? "") || isPostedFile(request)) {
    return (response) => response.writeHead(405, { Allow: isAsset(request) ? ALLOW_OF_FILES : ALLOW }).end();
  }
  return isMissingAsset(request) ? (response) => response.writeHead(404).end() : undefined;
}
