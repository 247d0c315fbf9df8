import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import onHeaders from "on-headers";
import { log } from "~/.server/log";
import { observeRequest } from "~/.server/metrics";
import { routeOf } from "~/.server/route-name";
import { canonicalPath, localeOfPath, pathIn } from "~/i18n/locales";
import { accessLog, hideQueryFromLogLine } from "./access-log";
import { isBuiltAnswer, sendSmallerAsset } from "./built-files";
import { cookieName, readCookies, SESSION_COOKIE } from "./cookies";
import { answerInstead, bareAnswer, directAnswer } from "./direct-answers";
import { drain, isDraining } from "./drain";
import { isForeign, isUnsafe } from "./origin-check";
import { enterRequest } from "./request-scope";
import { isAsset, normaliseTarget, pathOf } from "./request-target";
import { securityHeaders } from "./security-headers";

/** Answers that a provider sends from its own server: they prove themselves by a signature, not by their origin. */
const FROM_SERVERS = new Set(["/auth/backchannel-logout"]);

/**
 * Turns an unsafe request that doesn't come from a page of ours into the error page it is answered with, before any
 * route sees it: Remix's own check compares Origin with Host and ends in a 500.
 */
function refuseForeign(request: IncomingMessage): void {
  const { method = "GET", headers, url } = request;
  const pathname = pathOf(request);
  const site = headers["sec-fetch-site"];
  const facts = {
    method,
    origin: headers.origin,
    site: typeof site === "string" ? site : undefined,
    withSession: readCookies(headers.cookie ?? null).has(cookieName(SESSION_COOKIE)),
  };
  if (FROM_SERVERS.has(pathname) || !isForeign(facts)) return;
  log().warn({ method, ...routeOf(url) }, "request from another origin refused");
  request.method = "GET";
  request.url = pathIn(localeOfPath(pathname), "/error/403");
}

/** A path that no page has; its answer leads to `movedTo` (errors/not-found.route.tsx). */
const MOVED_PATH = "/moved";

/** Turns a request for another spelling of an address (a trailing slash, `/EN-us`) into a redirect. @returns the right spelling */
function canonicalAddress(request: IncomingMessage): string | undefined {
  const { method, url = "/" } = request;
  if (isUnsafe(method ?? "GET") || isAsset(request)) return undefined;
  const given = pathOf(request);
  const path = canonicalPath(given);
  if (path === given) return undefined;
  request.url = MOVED_PATH;
  return path + url.slice(given.length);
}

/** Files that stand at a fixed address, such as robots.txt, are looked at again within the hour. */
const FIXED_FILE = "public, max-age=3600";

/**
 * Pages show a person's records: no cache may store them unless whoever answers says so. What remix-serve's handler of
 * static files says (`immutable`) is meant for the build's hashed files alone, and it says it of all.
 */
function forbidCaching(request: IncomingMessage, response: ServerResponse): void {
  const hashed = isAsset(request);
  onHeaders(response, function setCaching(this: ServerResponse) {
    const said = this.getHeader("Cache-Control");
    if (said === undefined) this.setHeader("Cache-Control", "no-store");
    else if (!hashed && String(said).includes("immutable")) this.setHeader("Cache-Control", FIXED_FILE);
  });
}

/**
 * Throws away what is left of a request's body when the answer is out before it was read (413, 403). Unread, it would keep the
 * browser's next request on that connection waiting.
 */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
}

/** What Node says of a request when its headers have come. */
type Announced = { request: IncomingMessage; response: ServerResponse; server: Server };

const ANNOUNCED = "http.server.request.start";

/** In development the server's modules are loaded anew when they change: what the ones before attached goes. */
const globals = globalThis as { panelEdge?: (message: unknown) => void };

/**
 * remix-serve has no middleware, so what every response needs is attached where Node announces each request
 * (docs/decisions/0002): it covers static files and errors too.
 */
export function attachToServer(): void {
  if (globals.panelEdge) unsubscribe(ANNOUNCED, globals.panelEdge);
  const writeAccessLog = accessLog();
  globals.panelEdge = (message) => {
    const announced = message as Announced;
    try {
      prepare(announced, writeAccessLog);
    } catch (error) {
      // What a subscriber throws would end the process.
      log().error({ err: error }, "a request couldn't be prepared");
      answerInstead(announced.server, announced.request, (response) => response.writeHead(500).end());
    }
  };
  subscribe(ANNOUNCED, globals.panelEdge);
}

/** Connections with a request that isn't answered yet. */
const busy = new WeakSet<Socket>();

/**
 * Whether a request came before the answer to an earlier one on its connection. Browsers and proxies never do that, and
 * 20,000 such requests would take 1.5 GB of memory.
 */
function isPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed || busy.has(socket)) return true;
  busy.add(socket);
  response.once("close", () => busy.delete(socket));
  return false;
}

function prepare({ request, response, server }: Announced, writeAccessLog: ReturnType<typeof accessLog>): void {
  drain.watch(server);
  if (isPipelined(request, response)) {
    request.socket.destroy();
    answerInstead(server, request, () => undefined);
    return;
  }
  normaliseTarget(request);
  const scope = enterRequest(request, response, { fetched: pathOf(request).endsWith(".data") });
  const { id, nonce, fetched } = scope;
  refuseForeign(request);
  if (!fetched) scope.movedTo = canonicalAddress(request);
  securityHeaders(request, response, { nonce, isBuilt: isBuiltAnswer(request) });
  response.setHeader("X-Request-Id", id);
  if (isDraining()) response.setHeader("Connection", "close");
  forbidCaching(request, response);
  dropUnreadBody(request, response);
  hideQueryFromLogLine(request, response);
  observeRequest(request, response);
  writeAccessLog(request, response);
  const answer = bareAnswer(request) ?? directAnswer(request);
  if (answer) answerInstead(server, request, answer);
  else sendSmallerAsset(request, response);
}
