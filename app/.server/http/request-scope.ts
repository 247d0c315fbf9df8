import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setIdSource } from "~/.server/log";
import { pathOf } from "./request-target";

export type RequestScope = {
  /** Shown on error pages and in the log, and sent to the backends as X-Request-Id. */
  id: string;
  /** The Content-Security-Policy allows scripts with this nonce. */
  nonce: string;
  /** True for a page's data (`/sellers.data`), which a script requests; false for a document. */
  isDataRequest: boolean;
  /** The canonical address (`/sellers`), if the request used another spelling (`/Sellers/`). */
  movedTo?: string;
  traceId: string;
  /** `00` if the proxy in front doesn't record this trace, else `01`. */
  traceFlags: string;
  /** The subject of the signed-in person; set when the session is read. */
  person?: string;
  /** Absent in a job and at start-up. */
  response?: ServerResponse;
  /** Aborts when the browser closes the connection too early. Absent without a `response`. */
  signal?: AbortSignal;
};

const scopes = new AsyncLocalStorage<RequestScope>();
// log.ts can't import this module, because this module imports log.ts.
setIdSource(() => {
  const scope = scopes.getStore();
  return { requestId: scope?.id, traceId: scope?.traceId };
});

/** Outside of a request or a job, as at start-up, each call returns a new scope. */
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

/** Only for fair slots: without a proxy in front, a client can send any X-Forwarded-For. */
export function clientAddress(): string {
  const request = requestScope().response?.req;
  const forwarded = String(request?.headers["x-forwarded-for"] ?? "").split(",");
  // The proxy in front adds the last address. 64 characters hold an IPv6 address with a port.
  return forwarded.at(-1)?.trim().slice(0, 64) || (request?.socket.remoteAddress ?? "");
}

/** The id of the failed request, from the address of an error page (`?id=`). */
export function failedRequestId(query: URLSearchParams): string | undefined {
  const id = query.get("id") ?? "";
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? id : undefined;
}

/** Remix drops the headers of a thrown `Response`, so they are set on Node's response. */
export function setResponseHeaders(headers: Record<string, string>): void {
  const response = scopes.getStore()?.response;
  if (!response || response.headersSent) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
