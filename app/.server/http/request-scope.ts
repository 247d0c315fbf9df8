import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { nameRequests } from "~/.server/log";

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
  /** Aborts when the connection is gone before the answer was sent; absent outside of a request. */
  gone?: AbortSignal;
};

const scopes = new AsyncLocalStorage<RequestScope>();
nameRequests(() => scopes.getStore()?.id);

/** The scope of the request being served; outside of one (start-up, a background job), a fresh one. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? newScope();
}

/** Makes everything that runs from here on part of one HTTP request. */
export function enterRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { fetched }: Pick<RequestScope, "fetched">,
): RequestScope {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const { signal: gone } = leaving;
  const scope: RequestScope = { ...newScope(request.headers.traceparent), fetched, response, gone };
  scopes.enterWith(scope);
  return scope;
}

/** Whether a text that came in a URL has the shape of a request's id, and so may be shown as one. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
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
