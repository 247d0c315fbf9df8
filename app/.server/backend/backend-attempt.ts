import { randomBytes } from "node:crypto";
import { env } from "~/.server/env";
import { FairSlots, QueueFull } from "~/.server/fair-slots";
import { discardBody } from "~/.server/http/capped-body";
import { requestScope } from "~/.server/http/request-scope";
import { lostAnswer, resultOf } from "./backend-answer";
import type { Backend, Call } from "./backend-call";
import { BackendError, type BackendName } from "./backend-error";
import { circuitOf } from "./circuit";
import { ConnectionFault } from "./connection-fault";

/** Calls that may wait for a slot, per slot; more are turned away at once, as busy. */
const QUEUE_PER_SLOT = 16;
/** The part of the slots, and of the places in the queue, that one person may take. */
const SHARE = 1 / 4;
/** The least that a person may take: a page makes two calls at once. */
const LEAST_SLOTS = 2;
/** The part of the deadline that must be left when a slot comes free: a write sent too late is one nobody hears of. */
const LEAST_SHARE = 0.1;

/**
 * What one call may still use, in milliseconds: one clock for the queue, the retries and the bodies, stopped while a
 * token is renewed.
 */
export type TimeBudget = { left: number };

/** For whom a call is made, and what proves it. */
type Caller = { token: string; person: string };

const slots = new Map<BackendName, FairSlots>();

function slotsOf(backend: BackendName): FairSlots {
  const size = env().BACKEND_CONCURRENCY;
  const share = Math.max(LEAST_SLOTS, Math.ceil(size * SHARE));
  const waiting = { maxWaiting: size * QUEUE_PER_SLOT, waitingShare: share * QUEUE_PER_SLOT };
  const known = slots.get(backend) ?? new FairSlots({ size, share, ...waiting });
  slots.set(backend, known);
  return known;
}

/**
 * One attempt, and for a GET a second one when the connection failed before an answer came.
 * @returns "refused" for a 401: the call didn't run
 * @throws BackendError
 */
export async function attemptCall<T>(
  backend: Backend,
  call: Call<T>,
  caller: Caller,
  budget: TimeBudget,
): Promise<T | "refused"> {
  return circuitOf(backend).run(() => attemptTwice(backend, call, caller, budget));
}

async function attemptTwice<T>(
  backend: Backend,
  call: Call<T>,
  caller: Caller,
  budget: TimeBudget,
): Promise<T | "refused"> {
  try {
    return await attemptOnce(backend, call, caller, budget);
  } catch (cause) {
    if (!(cause instanceof ConnectionFault)) throw cause;
    if (call.method !== "GET") {
      if (cause.sent) throw lostAnswer(backend.name, call, cause.kind, cause);
      throw new BackendError(backend.name, "unreachable", { cause });
    }
    return await attemptOnce(backend, call, caller, budget).catch((again: unknown) => {
      throw again instanceof ConnectionFault ? new BackendError(backend.name, again.kind, { cause: again }) : again;
    });
  }
}

/** Sends once and reads the answer, inside the deadline and a slot. @throws BackendError, ConnectionFault */
async function attemptOnce<T>(
  backend: Backend,
  call: Call<T>,
  { token, person }: Caller,
  budget: TimeBudget,
): Promise<T | "refused"> {
  const deadline = new AbortController();
  const signal = call.gone ? AbortSignal.any([deadline.signal, call.gone]) : deadline.signal;
  const started = performance.now();
  // Aborts only after the sockets were read: an answer that came in time, while the event loop was busy, isn't late.
  const timer = setTimeout(() => setImmediate(() => deadline.abort()), Math.max(0, budget.left));
  let release: (() => void) | undefined;
  let sent = false;
  try {
    release = await slotsOf(backend.name).take(person, signal);
    if (budget.left - (performance.now() - started) < env().BACKEND_TIMEOUT_MS * LEAST_SHARE) {
      throw new BackendError(backend.name, "busy");
    }
    circuitOf(backend).refuseIfOpen();
    sent = true;
    const response = await send(backend, call, token, signal);
    if (response.status === 401) {
      await discardBody(response);
      return "refused";
    }
    return await resultOf(backend.name, call, response);
  } catch (cause) {
    if (cause instanceof BackendError && cause.kind === "circuitOpen") throw cause;
    if (call.gone?.aborted) throw new BackendError(backend.name, "abandoned", { cause });
    if (cause instanceof QueueFull || (!sent && deadline.signal.aborted)) {
      throw new BackendError(backend.name, "busy", { cause });
    }
    const answered = cause instanceof BackendError && cause.kind === "status";
    if (deadline.signal.aborted && !answered) throw lostAnswer(backend.name, call, "timeout", cause);
    throw cause;
  } finally {
    clearTimeout(timer);
    release?.();
    budget.left -= performance.now() - started;
  }
}

/** @returns the answer as soon as its headers are here. @throws ConnectionFault; the signal's own error after the deadline */
async function send<T>({ baseUrl }: Backend, call: Call<T>, token: string, signal: AbortSignal): Promise<Response> {
  const query = call.query?.toString();
  const url = `${baseUrl}${call.path}${query ? `?${query}` : ""}`;
  try {
    return await fetch(url, {
      method: call.method,
      // A redirect is answered with an error: the token must not follow it to another host.
      redirect: "manual",
      signal,
      headers: headersOf(call, token),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ConnectionFault(cause);
  }
}

function headersOf<T>({ body, ifMatch }: Call<T>, token: string): Record<string, string> {
  const { id, traceId } = requestScope();
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token}`,
    "X-Request-Id": id,
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(ifMatch ? { "If-Match": ifMatch } : {}),
  };
}
