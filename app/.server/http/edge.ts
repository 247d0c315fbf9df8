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

/** The provider's own server calls these; a signature proves the call, not its origin. */
const FROM_SERVERS = new Set(["/auth/backchannel-logout"]);

/** Leads a foreign unsafe request to the error page: Remix's own check would end in a 500. */
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

/** No page has this path; its response redirects to `movedTo` (errors/not-found.route.tsx). */
const MOVED_PATH = "/moved";

/** Redirects another spelling (a trailing slash, `/EN-us`). @returns the canonical address */
function canonicalAddress(request: IncomingMessage): string | undefined {
  const { method, url = "/" } = request;
  if (isUnsafe(method ?? "GET") || isAsset(request)) return undefined;
  const given = pathOf(request);
  const path = canonicalPath(given);
  if (path === given) return undefined;
  request.url = MOVED_PATH;
  return path + url.slice(given.length);
}

/** For files such as robots.txt. */
const FIXED_FILE = "public, max-age=3600";

/** No cache may store a page, and remix-serve wrongly calls all static files `immutable`. */
function forbidCaching(request: IncomingMessage, response: ServerResponse): void {
  const hashed = isAsset(request);
  onHeaders(response, function setCaching(this: ServerResponse) {
    const said = this.getHeader("Cache-Control");
    if (said === undefined) this.setHeader("Cache-Control", "no-store");
    else if (!hashed && String(said).includes("immutable")) this.setHeader("Cache-Control", FIXED_FILE);
  });
}

/** Drops the rest of a body after an early response (413, 403): it would block the connection. */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
}

type Announced = { request: IncomingMessage; response: ServerResponse; server: Server };

const ANNOUNCED = "http.server.request.start";

/** In development a changed module is loaded again, so the old subscription has to end. */
const globals = globalThis as { panelEdge?: (message: unknown) => void };

/** Node announces every request, static files and errors included (docs/decisions/0002). */
export function attachToServer(): void {
  if (globals.panelEdge) unsubscribe(ANNOUNCED, globals.panelEdge);
  const writeAccessLog = accessLog();
  globals.panelEdge = (message) => {
    const announced = message as Announced;
    try {
      prepare(announced, writeAccessLog);
    } catch (error) {
      // An exception of a subscriber would end the process.
      log().error({ err: error }, "a request couldn't be prepared");
      answerInstead(announced.server, announced.request, (response) => response.writeHead(500).end());
    }
  };
  subscribe(ANNOUNCED, globals.panelEdge);
}

/** Connections with an unanswered request. */
const busy = new WeakSet<Socket>();

/** Browsers and proxies never pipeline, and 20,000 pipelined requests would take 1.5 GB. */
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
