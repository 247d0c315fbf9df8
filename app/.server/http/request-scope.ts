import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setIdSource } from "~/.server/log";
import { pathOf } from "./request-target";

export type RequestScope = {
  /** Error pages and log lines show it, and the backends get it as X-Request-Id. */
  id: string;
  /** The Content-Security-Policy allows scripts that have it. */
  nonce: string;
  /** Whether the app's script requests the data of a page, instead of the browser a document. */
  isDataRequest: boolean;
  /** The canonical address, set by edge.ts if the request used another spelling. */
  movedTo?: string;
  /** 32 hex digits (W3C Trace Context). */
  traceId: string;
  /** The trace's flags, 2 hex digits: 00 if the proxy in front doesn't record this trace, else 01. */
  traceFlags: string;
  /** The subject of the signed-in person, once the session is read. */
  person?: string;
  /** Absent outside of a request. */
  response?: ServerResponse;
  /** Aborts when the connection closes before the response; absent outside of a request. */
  signal?: AbortSignal;
};

const scopes = new AsyncLocalStorage<RequestScope>();
// log.ts can't import this module, because this module imports log.ts.
setIdSource(() => {
  const scope = scopes.getStore();
  return { requestId: scope?.id, traceId: scope?.traceId };
});

/** @returns a new scope outside of a request (start-up, a background job) */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? newScope();
}

export function runInRequestScope<T>(
  request: IncomingMessage,
  response: ServerResponse,
  run: (scope: RequestScope) => T,
): T {
  const disconnect = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) disconnect.abort();
  });
  const isDataRequest = pathOf(request).endsWith(".data");
  const scope = { ...newScope(request.headers.traceparent), isDataRequest, response, signal: disconnect.signal };
  return scopes.run(scope, run, scope);
}

/** Gives a job's calls and log lines one id. */
export function runInNewScope<T>(run: () => T): T {
  return scopes.run(newScope(), run);
}

function newScope(traceparent?: string | string[]): RequestScope {
  const match =
    typeof traceparent === "string"
      ? /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(traceparent)
      : null;
  const [, traceId = randomBytes(16).toString("hex"), traceFlags = "01"] = match ?? [];
  return { id: randomUUID(), nonce: randomBytes(16).toString("base64"), isDataRequest: false, traceId, traceFlags };
}

/**
 * Returns the address that the proxy in front added to X-Forwarded-For, or else the connection's.
 * Without a proxy anybody can claim any address, so it only serves to share out slots.
 */
export function clientAddress(): string {
  const request = requestScope().response?.req;
  const forwarded = String(request?.headers["x-forwarded-for"] ?? "").split(",");
  // No IPv6 address with a port is longer.
  return forwarded.at(-1)?.trim().slice(0, 64) || (request?.socket.remoteAddress ?? "");
}

/** @returns the failed request's id in an error page's query, or undefined without a valid id */
export function failedRequestId(query: URLSearchParams): string | undefined {
  const id = query.get("id") ?? "";
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? id : undefined;
}

/** Sets headers on Node's response, because Remix drops those of a thrown `Response`. */
export function setResponseHeaders(headers: Record<string, string>): void {
  const response = scopes.getStore()?.response;
  if (!response || response.headersSent) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
