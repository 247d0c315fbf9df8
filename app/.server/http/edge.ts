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
import { configureServer, isDraining } from "./drain";
import { isForeign, isUnsafe } from "./origin-check";
import { type RequestScope, runInRequestScope } from "./request-scope";
import { isAsset, normaliseTarget, pathOf } from "./request-target";
import { securityHeaders } from "./security-headers";

/** Handles each request before remix-serve does. `next` calls remix-serve's handlers. */
type Edge = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Global, because in development a changed module is evaluated again, and replaces the edge. */
const globals = globalThis as { panelEdge?: Edge };

// remix-serve doesn't export its server, but Node's message about each request has the server. At
// the first request the server's handlers are wrapped.
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
  configureServer(server);
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    globals.panelEdge?.(request, response, () => {
      for (const handler of handlers) handler.call(server, request, response);
    });
  });
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
      // The path is final from here on, so the headers and the log may use it. Only
      // `pointAtCompressedAsset` still changes a file's path, to the file's compressed copy.
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
      // Answers 500, because an uncaught exception would end the process.
      log().error({ err: error }, "a request couldn't be prepared");
      if (!response.headersSent) response.writeHead(500).end();
    }
  };
}

const busySockets = new WeakSet<Socket>();

// Returns false for a request on a connection whose earlier request is still unanswered. Browsers
// and proxies never send such a request, and 20,000 of these would take 1.5 GB.
function claimConnection({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed || busySockets.has(socket)) return false;
  busySockets.add(socket);
  response.once("close", () => busySockets.delete(socket));
  return true;
}

/** No origin check: the provider's server sends none. The route checks the token's signature. */
const BACKCHANNEL_PATH = "/auth/backchannel-logout";

/** A form from another site gets the 403 page. Remix's own check would answer 500. */
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

/** No page has this path. errors/not-found.route.tsx redirects it to `movedTo`. */
const MOVED_PATH = "/moved";

/** Redirects other spellings of an address: `/sellers/` and `/Sellers` to `/sellers`. */
function divertToCanonical(request: IncomingMessage, scope: RequestScope): void {
  const { method, url = "/" } = request;
  // Data requests and forms come from a document whose address was redirected already.
  if (scope.isDataRequest || isUnsafe(method ?? "GET") || isAsset(request)) return;
  const originalPath = pathOf(request);
  const path = canonicalAddress(originalPath);
  if (path === originalPath) return;
  request.url = MOVED_PATH;
  scope.movedTo = path + url.slice(originalPath.length);
}

/** Caches may not store a page. remix-serve wrongly calls all static files `immutable`. */
function limitCaching(request: IncomingMessage, response: ServerResponse): void {
  const hasHashedName = isAsset(request);
  onHeaders(response, function setCaching(this: ServerResponse) {
    const cacheControl = this.getHeader("Cache-Control");
    // Errors aren't cached, even with a file's headers: remix-serve, for example, sets these before
    // it answers 416 to a wrong range.
    const isError = this.statusCode >= 400;
    if (cacheControl === undefined || isError) this.setHeader("Cache-Control", "no-store");
    else if (!hasHashedName && String(cacheControl).includes("immutable")) {
      // A file without a hash in its name, such as robots.txt, may change.
      this.setHeader("Cache-Control", "public, max-age=3600");
    }
  });
}

/** After an early response (413, 403), the unread rest of the body would block the connection. */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
}
