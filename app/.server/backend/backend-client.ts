import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { env } from "~/.server/env";
import { BodyTooLarge, discardBody, readAnswer } from "~/.server/http/capped-body";
import { requestScope } from "~/.server/http/edge";
import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import { BackendError, type BackendFault, type BackendName } from "./backend-error";
import { ConnectionFault } from "./connection-fault";
import { PROBLEM_MAX_BYTES, parseProblem } from "./problem-details";
import { QueueFull, Slots } from "./slots";

export { BackendError } from "./backend-error";

/** Where a call's access token comes from: the session of the person it is made for. */
export interface AccessTokens {
  current(): Promise<string>;
  /** After a 401 with this token: a fresh one, or undefined when the session is over. */
  renewed(refused: string): Promise<string | undefined>;
}

/** A successful (2xx) answer, read to its end. */
export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type Call<T> = {
  /** What the call is for, in logs; never a path, which may hold an id. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below the base address, its parts already encoded. */
  path: string;
  query?: URLSearchParams;
  /** Sent as JSON. */
  body?: unknown;
  ifMatch?: string;
  /** Below the backend's own cap, in bytes. */
  maxBytes?: number;
  /** Makes the result of the answer; whatever it throws means a bad body. */
  read: (answer: Answer) => T;
};

export interface BackendClient {
  /** @throws BackendError */
  call<T>(call: Call<T>): Promise<T>;
  /** As `call`, but a 404 is an answer: null. */
  find<T>(call: Call<T>): Promise<T | null>;
}

/** Calls that may wait for a slot, per slot; more are turned away at once, as busy. */
const QUEUE_PER_SLOT = 16;
/** The part of the deadline that must be left when a slot comes free: a write sent too late is one nobody hears of. */
const LEAST_SHARE = 0.1;
/** Statuses whose body says what to correct; other error bodies are not read. */
const EXPLAINED = new Set([400, 409, 412, 422]);

const slots = new Map<BackendName, Slots>();

function slotsOf(backend: BackendName): Slots {
  const size = env().BACKEND_CONCURRENCY;
  const known = slots.get(backend) ?? new Slots(size, size * QUEUE_PER_SLOT);
  slots.set(backend, known);
  return known;
}

/** The JSON of an answer, checked by a schema. */
export function json<S extends z.ZodType>(schema: S): (answer: Answer) => z.output<S> {
  return ({ bytes }) => schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** An id as one segment of a path. @throws BackendError 404 when no such path can be written (DESIGN.md §8). */
export function pathSegment(backend: BackendName, id: string): string {
  if (!id || id === "." || id === ".." || id.length > 512) throw new BackendError(backend, "status", { status: 404 });
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    // Half of a surrogate pair.
    throw new BackendError(backend, "status", { status: 404, cause });
  }
}

/** What one call may still use: one clock for the queue, the retries and the bodies, stopped while a token is renewed. */
type Budget = { left: number };

/** The one HTTP client (DESIGN.md §8): every call of the app to a backend passes here. */
export function createBackendClient(backend: BackendName, baseUrl: string, tokens: AccessTokens): BackendClient {
  /** Sends once and reads the answer; runs inside the deadline and a slot. */
  async function attempt<T>(call: Call<T>, token: string, budget: Budget): Promise<T | "refused"> {
    const deadline = new AbortController();
    const started = performance.now();
    const timer = setTimeout(() => deadline.abort(), Math.max(0, budget.left));
    let release: (() => void) | undefined;
    let sent = false;
    try {
      release = await slotsOf(backend).take(deadline.signal);
      if (budget.left - (performance.now() - started) < env().BACKEND_TIMEOUT_MS * LEAST_SHARE) {
        throw new BackendError(backend, "busy");
      }
      sent = true;
      const response = await open(call, token, deadline.signal);
      if (response.status === 401) {
        await discardBody(response);
        return "refused";
      }
      return await digest(call, response);
    } catch (cause) {
      if (cause instanceof QueueFull || (!sent && deadline.signal.aborted)) {
        throw new BackendError(backend, "busy", { cause });
      }
      const answered = cause instanceof BackendError && cause.kind === "status";
      if (deadline.signal.aborted && !answered) throw lost(call, "timeout", cause);
      throw cause;
    } finally {
      clearTimeout(timer);
      release?.();
      budget.left -= performance.now() - started;
    }
  }

  async function open<T>(call: Call<T>, token: string, signal: AbortSignal): Promise<Response> {
    const { id, traceId } = requestScope();
    const query = call.query?.toString();
    try {
      return await fetch(`${baseUrl}${call.path}${query ? `?${query}` : ""}`, {
        method: call.method,
        // A redirect is answered with an error: the token must not follow it to another host.
        redirect: "manual",
        signal,
        headers: {
          Accept: "application/json",
          Authorization: `Bearer ${token}`,
          "X-Request-Id": id,
          traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
          ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(call.ifMatch ? { "If-Match": call.ifMatch } : {}),
        },
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
      });
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new ConnectionFault(cause);
    }
  }

  /** A fault after which a read can simply be tried again later, but a write may have been done. */
  function lost<T>(call: Call<T>, kind: BackendFault, cause: unknown): BackendError {
    if (call.method === "GET") return new BackendError(backend, kind, { cause });
    return new BackendError(backend, "outcomeUnknown", { cause, status: kind === "timeout" ? 504 : undefined });
  }

  async function digest<T>(call: Call<T>, response: Response): Promise<T> {
    const { status, headers } = response;
    if (status >= 300 && status < 400) {
      await discardBody(response);
      throw new BackendError(backend, "redirect");
    }
    if (status >= 400) throw await refusal(response);
    const cap = Math.min(call.maxBytes ?? Number.POSITIVE_INFINITY, env().BACKEND_MAX_BYTES);
    let bytes: Uint8Array;
    try {
      bytes = await readAnswer(response, cap);
    } catch (cause) {
      throw lost(call, cause instanceof BodyTooLarge ? "tooLarge" : "badBody", cause);
    }
    try {
      return call.read({ status, headers, bytes });
    } catch (cause) {
      throw lost(call, "badBody", withoutContents(cause));
    }
  }

  async function refusal(response: Response): Promise<BackendError> {
    const { status } = response;
    if (!EXPLAINED.has(status)) {
      await discardBody(response);
      return new BackendError(backend, "status", { status });
    }
    const bytes = await readAnswer(response, PROBLEM_MAX_BYTES).catch(() => new Uint8Array());
    return new BackendError(backend, "status", { status, problem: parseProblem(new TextDecoder().decode(bytes)) });
  }

  /** One attempt, and for a GET a second one when the connection failed before an answer came. */
  async function tried<T>(call: Call<T>, token: string, budget: Budget): Promise<T | "refused"> {
    try {
      return await attempt(call, token, budget);
    } catch (cause) {
      if (!(cause instanceof ConnectionFault)) throw cause;
      if (call.method !== "GET") {
        throw cause.sent ? lost(call, cause.kind, cause) : new BackendError(backend, "unreachable", { cause });
      }
      return await attempt(call, token, budget).catch((again: unknown) => {
        throw again instanceof ConnectionFault ? new BackendError(backend, again.kind, { cause: again }) : again;
      });
    }
  }

  /** A 401 means the call was refused before it ran, so even a write may be repeated: once, with a renewed token. */
  async function authorised<T>(call: Call<T>): Promise<T> {
    const budget = { left: env().BACKEND_TIMEOUT_MS };
    const token = await tokens.current();
    const first = await tried(call, token, budget);
    if (first !== "refused") return first;
    const renewed = await tokens.renewed(token);
    const second = renewed === undefined ? "refused" : await tried(call, renewed, budget);
    if (second !== "refused") return second;
    throw new BackendError(backend, "unauthorized");
  }

  async function observed<T, A>(call: Call<T>, absent: A | undefined): Promise<T | A> {
    const stop = backendCalls.startTimer({ backend, method: call.method });
    try {
      const result = await authorised(call);
      stop({ outcome: "ok" });
      return result;
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      const seconds = stop({ outcome: error.kind === "status" ? String(error.status) : error.kind });
      if (absent !== undefined && error.kind === "status" && error.status === 404) return absent;
      const { kind, status } = error;
      log().warn(
        {
          backend,
          operation: call.operation,
          kind,
          status,
          ms: Math.round(seconds * 1000),
          requestId: requestScope().id,
          ...(error.cause ? { err: error.cause } : {}),
        },
        "backend call failed",
      );
      throw error;
    }
  }

  return {
    call: <T>(call: Call<T>) => observed<T, never>(call, undefined),
    find: (call) => observed(call, null),
  };
}

/** A parser's message quotes what it read, which is somebody's record: only its kind goes on to the log. */
function withoutContents(cause: unknown): Error {
  const name = cause instanceof Error ? cause.name : typeof cause;
  return new Error(`The answer doesn't have the agreed shape (${name})`);
}
