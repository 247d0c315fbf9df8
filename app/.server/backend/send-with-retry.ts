import { randomBytes } from "node:crypto";
import { NoSlot } from "~/.server/fair-slots";
import { discardBody } from "~/.server/http/body-limits";
import { requestScope } from "~/.server/http/request-scope";
import { failureAfterSending, readResponse } from "./backend-answer";
import { type Backend, type Call, outlastsCall } from "./backend-call";
import { BackendError, type BackendName, ConnectionFault } from "./backend-error";
import type { CallDeadline } from "./call-deadline";

/** `tokenRefused` means that the backend answered 401, and so did nothing. */
export type SendOutcome<T> = { kind: "answered"; value: T } | { kind: "tokenRefused" };

type Caller = { token: string; person: string };

/**
 * Sends a call, and a GET once more if the connection failed before its response; never a write.
 * @throws BackendError
 */
export async function sendWithRetry<T>(
  backend: Backend,
  call: Call<T>,
  caller: Caller,
  deadline: CallDeadline,
): Promise<SendOutcome<T>> {
  const attempt = () => sendOnce(backend, call, caller, deadline);
  return backend.circuit.run(async () => {
    try {
      return await attempt().catch((error: unknown) => {
        if (error instanceof ConnectionFault && call.method === "GET") return attempt();
        throw error;
      });
    } catch (error) {
      throw error instanceof ConnectionFault ? failureOfConnection(backend.name, call, error) : error;
    }
  });
}

function failureOfConnection<T>(backend: BackendName, call: Call<T>, fault: ConnectionFault): BackendError {
  return fault.mayHaveArrived
    ? failureAfterSending(backend, call, fault.kind, fault)
    : new BackendError(backend, "unreachable", { cause: fault });
}

/** Makes one attempt, in a slot and before the deadline. @throws BackendError, ConnectionFault */
async function sendOnce<T>(
  backend: Backend,
  call: Call<T>,
  { token, person }: Caller,
  deadline: CallDeadline,
): Promise<SendOutcome<T>> {
  const clock = deadline.startAttempt();
  const signal = call.signal ? AbortSignal.any([clock.signal, call.signal]) : clock.signal;
  let release: (() => void) | undefined;
  let isSent = false;
  try {
    release = await backend.slots.take(person, signal);
    if (!clock.hasTimeForResponse()) throw new BackendError(backend.name, "busy");
    // The circuit may have opened while this call waited for its slot.
    backend.circuit.refuseIfOpen();
    if (!(call.leases ?? []).every(outlastsCall)) throw new BackendError(backend.name, "abandoned");
    isSent = true;
    const response = await fetchResponse(backend, call, token, signal);
    if (response.status === 401) {
      await discardBody(response);
      return { kind: "tokenRefused" };
    }
    return { kind: "answered", value: await readResponse(backend.name, call, response) };
  } catch (error) {
    throw failureOfAttempt(backend.name, call, error, { isLate: clock.signal.aborted, isSent });
  } finally {
    clock.stop();
    release?.();
  }
}

/**
 * Returns what is told of a failed attempt, by what holds first: the caller aborted (`abandoned`),
 * nothing was sent in time (`busy`), the deadline passed (`timeout`).
 */
function failureOfAttempt<T>(
  backend: BackendName,
  call: Call<T>,
  error: unknown,
  { isLate, isSent }: { isLate: boolean; isSent: boolean },
): unknown {
  if (call.signal?.aborted) return new BackendError(backend, "abandoned", { cause: error });
  if (error instanceof NoSlot || (isLate && !isSent)) return new BackendError(backend, "busy", { cause: error });
  // The status of a response counts even if the deadline cut off its body.
  const hasStatus = error instanceof BackendError && error.kind === "status";
  return isLate && !hasStatus ? failureAfterSending(backend, call, "timeout", error) : error;
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
  const { id, traceId, traceFlags } = requestScope();
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token}`,
    "X-Request-Id": id,
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-${traceFlags}`,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(ifMatch ? { "If-Match": ifMatch } : {}),
    // Proxies that compress a response change its ETag.
    ...(usesTag ? { "Accept-Encoding": "identity" } : {}),
  };
}
