import { randomBytes } from "node:crypto";
import { NoSlot } from "~/.server/fair-slots";
import { discardBody } from "~/.server/http/body-limits";
import { requestScope } from "~/.server/http/request-scope";
import { lostResponse, readResponse } from "./backend-answer";
import { type Backend, type Call, outlastsCall } from "./backend-call";
import { BackendError, type BackendName, ConnectionFault } from "./backend-error";
import type { CallDeadline } from "./call-deadline";

/** `tokenRefused`: the backend answered 401, so it did nothing, and a write may be sent again. */
export type SendResult<T> = { kind: "answered"; value: T } | { kind: "tokenRefused" };

type Credentials = { token: string; person: string };

/** After a failed connection a GET is sent once more; a write isn't, as it may have arrived. */
export async function sendWithRetry<T>(
  backend: Backend,
  call: Call<T>,
  credentials: Credentials,
  deadline: CallDeadline,
): Promise<SendResult<T>> {
  const attempt = () => sendOnce(backend, call, credentials, deadline);
  const retryGet = (error: unknown) => {
    if (error instanceof ConnectionFault && call.method === "GET") return attempt();
    throw error;
  };
  const throwBackendError = (error: unknown): never => {
    throw error instanceof ConnectionFault ? connectionError(backend.name, call, error) : error;
  };
  return backend.circuit.run(() => attempt().catch(retryGet).catch(throwBackendError));
}

function connectionError<T>(backend: BackendName, call: Call<T>, fault: ConnectionFault): BackendError {
  return fault.mayHaveArrived
    ? lostResponse(backend, call, fault.kind, fault)
    : new BackendError(backend, "unreachable", { cause: fault });
}

async function sendOnce<T>(
  backend: Backend,
  call: Call<T>,
  { token, person }: Credentials,
  deadline: CallDeadline,
): Promise<SendResult<T>> {
  const clock = deadline.startAttempt();
  const signal = call.signal ? AbortSignal.any([clock.signal, call.signal]) : clock.signal;
  let release: (() => void) | undefined;
  let isSent = false;
  try {
    release = await backend.slots.take(person, signal);
    if (!clock.hasTimeForResponse()) throw new BackendError(backend.name, "busy");
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
    throw attemptError(backend.name, call, error, { isLate: clock.signal.aborted, isSent });
  } finally {
    clock.stop();
    release?.();
  }
}

/** Several reasons may be true at once; the first check that matches decides. */
function attemptError<T>(
  backend: BackendName,
  call: Call<T>,
  error: unknown,
  { isLate, isSent }: { isLate: boolean; isSent: boolean },
): unknown {
  if (call.signal?.aborted) return new BackendError(backend, "abandoned", { cause: error });
  if (error instanceof NoSlot || (isLate && !isSent)) return new BackendError(backend, "busy", { cause: error });
  // A response's error status says more than the deadline, which may have cut off only its body.
  const hasStatus = error instanceof BackendError && error.kind === "status";
  return isLate && !hasStatus ? lostResponse(backend, call, "timeout", error) : error;
}

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
      // A followed redirect could send the token to another host.
      redirect: "manual",
      signal,
      headers: headersOf(call, token),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    });
  } catch (error) {
    throw signal.aborted ? error : new ConnectionFault(error);
  }
}

function headersOf<T>({ body, ifMatch, needsETag }: Call<T>, token: string): Record<string, string> {
  const { id, traceId, traceFlags } = requestScope();
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token}`,
    "X-Request-Id": id,
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-${traceFlags}`,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(ifMatch ? { "If-Match": ifMatch } : {}),
    // Asks for an uncompressed response, because a proxy that compresses it changes its ETag.
    ...(needsETag ? { "Accept-Encoding": "identity" } : {}),
  };
}
