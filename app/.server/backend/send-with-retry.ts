import { randomBytes } from "node:crypto";
import { env } from "~/.server/env";
import { NoSlot } from "~/.server/fair-slots";
import { discardBody } from "~/.server/http/body-limits";
import { requestScope } from "~/.server/http/request-scope";
import { failureAfterSending, readResponse } from "./backend-answer";
import type { Backend, Call } from "./backend-call";
import { BackendError } from "./backend-error";
import { ConnectionFault } from "./connection-fault";

/** What is left of a call's time in ms, its queue and retries included; a renewal doesn't count. */
export type TimeBudget = { left: number };

/** `tokenRefused`: the backend answered 401, so that it did nothing. */
export type Outcome<T> = { kind: "answered"; value: T } | { kind: "tokenRefused" };

type Caller = { token: string; person: string };

/**
 * Sends a call, and a GET once more if the connection failed before its response; never a write.
 * @param budget each attempt takes its time from it
 * @throws BackendError
 */
export async function sendWithRetry<T>(
  backend: Backend,
  call: Call<T>,
  caller: Caller,
  budget: TimeBudget,
): Promise<Outcome<T>> {
  return backend.circuit.run(async () => {
    try {
      return await sendOnce(backend, call, caller, budget);
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      if (call.method !== "GET") throw failureOfWrite(backend, call, error);
    }
    try {
      return await sendOnce(backend, call, caller, budget);
    } catch (error) {
      throw error instanceof ConnectionFault ? new BackendError(backend.name, error.kind, { cause: error }) : error;
    }
  });
}

function failureOfWrite<T>(backend: Backend, call: Call<T>, fault: ConnectionFault): BackendError {
  return fault.mayHaveArrived
    ? failureAfterSending(backend.name, call, fault.kind, fault)
    : new BackendError(backend.name, "unreachable", { cause: fault });
}

/** One attempt, within the budget and a slot. @throws BackendError, ConnectionFault */
async function sendOnce<T>(
  backend: Backend,
  call: Call<T>,
  { token, person }: Caller,
  budget: TimeBudget,
): Promise<Outcome<T>> {
  const deadline = new AbortController();
  const signal = call.signal ? AbortSignal.any([deadline.signal, call.signal]) : deadline.signal;
  const started = performance.now();
  // Abort after the sockets were read, so that a busy event loop makes no response late.
  const timer = setTimeout(() => setImmediate(() => deadline.abort()), Math.max(0, budget.left));
  let release: (() => void) | undefined;
  let isSent = false;
  try {
    release = await backend.slots.take(person, signal);
    // A request that is sent in the last tenth of the deadline couldn't be answered in time.
    if (budget.left - (performance.now() - started) < env().BACKEND_TIMEOUT_MS * 0.1) {
      throw new BackendError(backend.name, "busy");
    }
    backend.circuit.refuseIfOpen();
    if (call.maySend?.() === false) throw new BackendError(backend.name, "abandoned");
    isSent = true;
    const response = await fetchResponse(backend, call, token, signal);
    if (response.status === 401) {
      await discardBody(response);
      return { kind: "tokenRefused" };
    }
    return { kind: "answered", value: await readResponse(backend.name, call, response) };
  } catch (error) {
    // The circuit refused the call, whatever else happened to it since.
    if (error instanceof BackendError && error.kind === "circuitOpen") throw error;
    if (call.signal?.aborted) throw new BackendError(backend.name, "abandoned", { cause: error });
    const isDeadlineOver = deadline.signal.aborted;
    if (error instanceof NoSlot || (isDeadlineOver && !isSent)) {
      throw new BackendError(backend.name, "busy", { cause: error });
    }
    // A response with a status has arrived, so the deadline lost nothing of it.
    const isAnswered = error instanceof BackendError && error.kind === "status";
    if (isDeadlineOver && !isAnswered) throw failureAfterSending(backend.name, call, "timeout", error);
    throw error;
  } finally {
    clearTimeout(timer);
    release?.();
    budget.left -= performance.now() - started;
  }
}

/** @throws ConnectionFault, or the signal's own error */
async function fetchResponse<T>(
  backend: Backend,
  call: Call<T>,
  token: string,
  signal: AbortSignal,
): Promise<Response> {
  const query = call.query?.toString();
  try {
    return await fetch(`${backend.baseUrl}${call.path}${query ? `?${query}` : ""}`, {
      method: call.method,
      // The token must not follow a redirect to another host.
      redirect: "manual",
      signal,
      headers: headersOf(call, token),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    });
  } catch (error) {
    throw signal.aborted ? error : new ConnectionFault(error);
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
