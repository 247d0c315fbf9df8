import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { pinoHttp } from "pino-http";
import { env } from "~/.server/env";
import { describeError, log } from "~/.server/log";
import { observeRequest } from "~/.server/metrics";
import { routeOf } from "~/.server/route-name";
import { canonicalPath, localeOfPath, pathIn } from "~/i18n/locales";
import { cookieName, readCookies, SESSION_COOKIE } from "./cookies";
import { drain, isDraining } from "./drain";
import { isForeign, isUnsafe } from "./origin-check";
import { securityHeaders } from "./security-headers";

/** What belongs to one HTTP request, reachable from anything that runs for it. */
export type RequestScope = {
  /** Shown on error pages, sent to the backends as X-Request-Id, and on every log line. */
  id: string;
  /** The Content-Security-Policy nonce of this response. */
  nonce: string;
  /** Whether a page's script asks for data, rather than the browser for a document. */
  fetched: boolean;
  /** The one address of what was asked for under another spelling. */
  movedTo?: string;
  /** W3C trace context: the 32 hex digits of the trace this request belongs to. */
  traceId: string;
  /** Where headers go that the answer must carry whatever page it becomes; absent outside of a request. */
  response?: ServerResponse;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/** The scope of the request being served; outside of one (start-up, a background job), a fresh one. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? newScope();
}

function newScope(traceparent?: string | string[]): RequestScope {
  const given =
    typeof traceparent === "string" ? /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent) : null;
  const traceId = given?.[1] && !/^0+$/.test(given[1]) ? given[1] : randomBytes(16).toString("hex");
  return { id: randomUUID(), nonce: randomBytes(16).toString("base64"), fetched: false, traceId };
}

/** Headers for the answer to this request, whatever page it becomes: Remix drops those of a thrown Response. */
export function setResponseHeaders(headers: Record<string, string>): void {
  const response = scopes.getStore()?.response;
  if (!response || response.headersSent) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Runs work that no request started (a job) with a scope of its own, so that its calls and log lines belong together. */
export function inNewScope<T>(run: () => T): T {
  return scopes.run(newScope(), run);
}

const accessLog = () =>
  pinoHttp<IncomingMessage, ServerResponse>({
    logger: log(),
    genReqId: () => requestScope().id,
    autoLogging: {
      ignore: (request) => isAsset(request.url) || /^\/(healthz|readyz|auth\/session)\b/.test(request.url ?? ""),
    },
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? "error" : response.statusCode >= 400 ? "warn" : "info",
    serializers: {
      req: (request: { id: string; method: string; raw: IncomingMessage }) => ({
        id: request.id,
        method: request.method,
        ...routeOf(request.raw.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: describeError,
    },
  });

function isAsset(url: string | undefined): boolean {
  return url?.startsWith("/assets/") ?? false;
}

/**
 * The request's own words about where it went are not trusted: every URL that the app builds comes from APP_URL
 * (docs/operations.md, "Configuration"). An absolute-form or malformed target becomes a page that doesn't exist,
 * instead of an error in the router.
 */
function normaliseTarget(request: IncomingMessage): void {
  request.headers.host = new URL(env().APP_URL).host;
  delete request.headers["x-forwarded-host"];
  delete request.headers["x-forwarded-proto"];
  if (!request.url?.startsWith("/") || !URL.canParse(`http://host${request.url}`)) request.url = "/error/400";
}

/** Answers that a provider sends from its own server: they prove themselves by a signature, not by their origin. */
const FROM_SERVERS = new Set(["/auth/backchannel-logout"]);

/**
 * Turns an unsafe request that doesn't come from a page of ours into the error page it is answered with, before any
 * route sees it: Remix's own check compares Origin with Host and ends in a 500.
 */
function refuseForeign(request: IncomingMessage): void {
  const { method = "GET", headers, url = "/" } = request;
  const [pathname = "/"] = url.split("?", 1);
  const site = headers["sec-fetch-site"];
  const facts = {
    method,
    origin: headers.origin,
    site: typeof site === "string" ? site : undefined,
    withSession: readCookies(headers.cookie ?? null).has(cookieName(SESSION_COOKIE)),
  };
  if (FROM_SERVERS.has(pathname) || !isForeign(facts)) return;
  log().warn({ method, ...routeOf(url), requestId: requestScope().id }, "request from another origin refused");
  request.method = "GET";
  request.url = pathIn(localeOfPath(pathname), "/error/403");
}

/** A path that no page has; its answer leads to `movedTo` (errors/not-found.route.tsx). */
const MOVED_PATH = "/moved";

/** Has an address with a trailing slash, or with the prefix of a locale in other letters, lead to the one it should be. */
function canonicalAddress(request: IncomingMessage): string | undefined {
  const { method, url = "/" } = request;
  if (isUnsafe(method ?? "GET") || isAsset(url)) return undefined;
  const [given = "/"] = url.split("?", 1);
  const path = canonicalPath(given);
  if (path === given) return undefined;
  request.url = MOVED_PATH;
  return path + url.slice(given.length);
}

/** remix-serve's own log line prints the URL; without its query it can't print a sign-in code. */
function hideQueryFromLogLine(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): void {
  const strip = () => {
    request.originalUrl = (request.originalUrl ?? request.url ?? "").split("?")[0];
  };
  response.prependOnceListener("finish", strip);
  response.prependOnceListener("close", strip);
}

/** Pages hold a person's records: nothing is kept by a cache unless its route says so (assets say it themselves). */
function forbidCaching(request: IncomingMessage, response: ServerResponse): void {
  if (isAsset(request.url)) return;
  onHeaders(response, function setNoStore(this: ServerResponse) {
    if (!this.hasHeader("Cache-Control")) this.setHeader("Cache-Control", "no-store");
  });
}

/**
 * An answer may be out before the request's body was read (413, 403). What is left of the body is thrown away as it comes, because
 * unread it would block the connection for the browser's next request until that is cut.
 */
function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
}

let attached = false;

/**
 * remix-serve has no middleware, so what every response needs is attached where Node announces each request
 * (docs/decisions/0002): it covers static files and errors too.
 */
export function attachToServer(): void {
  if (attached) return;
  attached = true;
  const writeAccessLog = accessLog();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    const fetched = request.url?.split("?", 1)[0]?.endsWith(".data") ?? false;
    const scope: RequestScope = { ...newScope(request.headers.traceparent), fetched, response };
    scopes.enterWith(scope);
    drain.watch(server);
    normaliseTarget(request);
    refuseForeign(request);
    if (!fetched) scope.movedTo = canonicalAddress(request);
    securityHeaders(request, response, scope.nonce);
    response.setHeader("X-Request-Id", scope.id);
    if (isDraining()) response.setHeader("Connection", "close");
    forbidCaching(request, response);
    dropUnreadBody(request, response);
    hideQueryFromLogLine(request, response);
    observeRequest(request, response);
    writeAccessLog(request, response);
  });
}
