import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import onHeaders from "on-headers";
import { log } from "~/.server/log";
import { observeRequest } from "~/.server/metrics";
import { canonicalAddress, routeOf } from "~/.server/route-name";
import { SESSION_COOKIE } from "~/cookie-names";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { accessLog } from "./access-log";
import { isReadOfBuiltFile, pointAtCompressedAsset } from "./built-files";
import { cookieName, readCookies } from "./cookies";
import { answerWithoutPage } from "./direct-answers";
import { isDraining, watchServer } from "./drain";
import { isForeign, isUnsafe } from "./origin-check";
import { type RequestScope, runInRequestScope } from "./request-scope";
import { isAsset, normaliseTarget, pathOf } from "./request-target";
import { securityHeaders } from "./security-headers";

/** The provider's server calls this path: a signature proves the call, not an origin. */
const BACKCHANNEL_PATH = "/auth/backchannel-logout";

/** Leads a foreign unsafe request to the error page: Remix's own check would end in a 500. */
function refuseForeign(request: IncomingMessage): void {
  const { method = "GET", headers, url } = request;
  const pathname = pathOf(request);
  const site = headers["sec-fetch-site"];
  const facts = {
    method,
    origin: headers.origin,
    site: typeof site === "string" ? site : undefined,
    hasSessionCookie: readCookies(headers.cookie ?? null).has(cookieName(SESSION_COOKIE)),
  };
  if (pathname === BACKCHANNEL_PATH || !isForeign(facts)) return;
  log().warn({ method, ...routeOf(url) }, "request from another origin refused");
  request.method = "GET";
  request.url = pathIn(localeOfPath(pathname), "/error/403");
}

/** No page has this path; its response redirects to `movedTo` (errors/not-found.route.tsx). */
const MOVED_PATH = "/moved";

/** Redirects another spelling of an address (`/sellers/`, `/Sellers`, `/EN-us`) to the one. */
function divertToCanonical(request: IncomingMessage, scope: RequestScope): void {
  const { method, url = "/" } = request;
  // Scripts request data and post forms at the address of a document that was redirected before.
  if (scope.isDataRequest || isUnsafe(method ?? "GET") || isAsset(request)) return;
  const originalPath = pathOf(request);
  const path = canonicalAddress(originalPath);
  if (path === originalPath) return;
  request.url = MOVED_PATH;
  scope.movedTo = path + url.slice(originalPath.length);
}

/** No cache may store a page, and remix-serve wrongly calls all static files `immutable`. */
function limitCaching(request: IncomingMessage, response: ServerResponse): void {
  const hasHashedName = isAsset(request);
  onHeaders(response, function setCaching(this: ServerResponse) {
    const cacheControl = this.getHeader("Cache-Control");
    // For instance a 416: remix-serve has set the file's headers before it looks at the range.
    const isError = this.statusCode >= 400;
    if (cacheControl === undefined || isError) this.setHeader("Cache-Control", "no-store");
    else if (!hasHashedName && String(cacheControl).includes("immutable")) {
      // robots.txt and such files may change.
      this.setHeader("Cache-Control", "public, max-age=3600");
    }
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

/** Handles a request; `next` runs the server's own handlers. */
type Edge = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** In development a changed module runs again, and the server goes on with the newer edge. */
const globals = globalThis as { panelEdge?: Edge };

/**
 * Puts the edge before remix-serve's handlers, static files included
 * (docs/decisions/0001-remix.md). The server is known from the first request that Node announces.
 */
export function attachEdge(): void {
  const isAttached = globals.panelEdge !== undefined;
  globals.panelEdge = createEdge();
  if (!isAttached)
    subscribe("http.server.request.start", (message) => wrapHandlers((message as { server: Server }).server));
}

const wrappedServers = new WeakSet<Server>();

function wrapHandlers(server: Server): void {
  if (wrappedServers.has(server)) return;
  wrappedServers.add(server);
  watchServer(server);
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    globals.panelEdge?.(request, response, () => {
      for (const handler of handlers) handler.call(server, request, response);
    });
  });
}

/** Connections with an unanswered request. */
const busy = new WeakSet<Socket>();

/**
 * Browsers and proxies never pipeline, and 20,000 pipelined requests would take 1.5 GB.
 * @returns false for a connection with another unanswered request
 */
function claimConnection({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed || busy.has(socket)) return false;
  busy.add(socket);
  response.once("close", () => busy.delete(socket));
  return true;
}

function createEdge(): Edge {
  const writeAccessLog = accessLog();

  function handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (!claimConnection(request, response)) {
      request.socket.destroy();
      return;
    }
    normaliseTarget(request);
    runInRequestScope(request, response, (scope) => {
      refuseForeign(request);
      divertToCanonical(request, scope);
      // The headers and the log use the URL that the lines above may have changed.
      securityHeaders(request, response, { nonce: scope.nonce, isFile: isReadOfBuiltFile(request) });
      response.setHeader("X-Request-Id", scope.id);
      if (isDraining()) response.setHeader("Connection", "close");
      limitCaching(request, response);
      dropUnreadBody(request, response);
      observeRequest(request, response);
      writeAccessLog(request, response);
      if (answerWithoutPage(request, response)) return;
      pointAtCompressedAsset(request, response);
      next();
    });
  }

  return (request, response, next) => {
    try {
      handle(request, response, next);
    } catch (error) {
      // An uncaught exception would end the process.
      log().error({ err: error }, "a request couldn't be prepared");
      if (!response.headersSent) response.writeHead(500).end();
    }
  };
}
