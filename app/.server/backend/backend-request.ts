import { randomBytes } from "node:crypto";
import { env } from "~/.server/env";
import { NoSlot } from "~/.server/fair-slots";
import { discardBody } from "~/.server/http/body-limits";
import { requestScope } from "~/.server/http/request-scope";
import type { Backend } from "./backend";
import { lostAnswer, readResponse } from "./backend-answer";
import type { Call } from "./backend-call";
import { BackendError, type BackendErrorKind } from "./backend-error";

/** In ms, for a call's queue, retries and bodies together. A renewal doesn't count. */
export type TimeBudget = { left: number };

type Caller = { token: string; person: string };

/**
 * Repeats a read once if the connection failed before a response; never a write.
 * @returns "refused" for a 401: the call didn't run
 * @throws BackendError
 */
export async function withRetry<T>(
  backend: Backend,
  call: Call<T>,
  caller: Caller,
  budget: TimeBudget,
): Promise<T | "refused"> {
  const mayRepeat = call.method === "GET";
  return backend.circuit.run(async () => {
    try {
      return await request(backend, call, caller, budget);
    } catch (cause) {
      if (!(cause instanceof ConnectionFault)) throw cause;
      if (!mayRepeat) {
        if (cause.sent) throw lostAnswer(backend.name, call, cause.kind, cause);
        throw new BackendError(backend.name, "unreachable", { cause });
      }
    }
    return await request(backend, call, caller, budget).catch((cause: unknown) => {
      throw cause instanceof ConnectionFault ? new BackendError(backend.name, cause.kind, { cause }) : cause;
    });
  });
}

/** One attempt, within the deadline and a slot. @throws BackendError, ConnectionFault */
async function request<T>(
  backend: Backend,
  call: Call<T>,
  { token, person }: Caller,
  budget: TimeBudget,
): Promise<T | "refused"> {
  const deadline = new AbortController();
  const signal = call.gone ? AbortSignal.any([deadline.signal, call.gone]) : deadline.signal;
  const started = performance.now();
  // Abort after the sockets were read, so that a busy event loop makes no response late.
  const timer = setTimeout(() => setImmediate(() => deadline.abort()), Math.max(0, budget.left));
  let release: (() => void) | undefined;
  let isSent = false;
  try {
    release = await backend.slots.take(person, signal);
    // A write that is sent in the last tenth of the deadline couldn't be answered in time.
    if (budget.left - (performance.now() - started) < env().BACKEND_TIMEOUT_MS * 0.1) {
      throw new BackendError(backend.name, "busy");
    }
    backend.circuit.refuseIfOpen();
    if (call.maySend?.() === false) throw new BackendError(backend.name, "abandoned");
    isSent = true;
    const query = call.query?.toString();
    const response = await fetch(`${backend.baseUrl}${call.path}${query ? `?${query}` : ""}`, {
      method: call.method,
      // The token must not follow a redirect to another host.
      redirect: "manual",
      signal,
      headers: headersOf(call, token),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    }).catch((cause: unknown) => {
      throw signal.aborted ? cause : new ConnectionFault(cause);
    });
    if (response.status === 401) {
      await discardBody(response);
      return "refused";
    }
    return await readResponse(backend.name, call, response);
  } catch (cause) {
    if (cause instanceof BackendError && cause.kind === "circuitOpen") throw cause;
    if (call.gone?.aborted) throw new BackendError(backend.name, "abandoned", { cause });
    if (cause instanceof NoSlot || (!isSent && deadline.signal.aborted)) {
      throw new BackendError(backend.name, "busy", { cause });
    }
    const hasStatus = cause instanceof BackendError && cause.kind === "status";
    if (deadline.signal.aborted && !hasStatus) throw lostAnswer(backend.name, call, "timeout", cause);
    throw cause;
  } finally {
    clearTimeout(timer);
    release?.();
    budget.left -= performance.now() - started;
  }
}

function headersOf<T>({ body, ifMatch, usesTag }: Call<T>, token: string): Record<string, string> {
  const { id, traceId } = requestScope();
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token}`,
    "X-Request-Id": id,
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(ifMatch ? { "If-Match": ifMatch } : {}),
    ...(usesTag ? { "Accept-Encoding": "identity" } : {}),
  };
}

/** Errors that occur before any byte of the request has left: a write surely didn't happen. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** undici's message when a proxy refuses to open a tunnel; the error has no code of its own. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** Codes, and in undici 7 (Node 24) the name, of errors when the other side speaks no HTTP. */
const NOT_HTTP = /^(HPE_.+|UND_ERR_HEADERS_OVERFLOW|HTTPParserError)$/;

/** The connection failed before a response; `sent` if the request may have arrived. */
export class ConnectionFault extends Error {
  readonly sent: boolean;
  readonly kind: BackendErrorKind;
  constructor(cause: unknown) {
    super("The connection failed", { cause });
    const inner = cause instanceof Error ? (cause.cause as Partial<NodeJS.ErrnoException> | undefined) : undefined;
    const code = String(inner?.code ?? "");
    const isRefusedByProxy = [inner, inner?.cause].some(
      (error) => error instanceof Error && NO_TUNNEL.test(error.message),
    );
    this.sent = !NEVER_SENT.test(code) && !isRefusedByProxy;
    this.kind = NOT_HTTP.test(code || String(inner?.name)) ? "badBody" : "unreachable";
  }
}
