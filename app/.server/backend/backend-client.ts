import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import { attemptCall } from "./backend-attempt";
import type { Backend, Call } from "./backend-call";
import { BackendError, type BackendName } from "./backend-error";

export { type Answer, type Call, json, pathSegment } from "./backend-call";
export { BackendError } from "./backend-error";

/** Where a call's access token comes from: the session of the person it is made for. */
export interface AccessTokens {
  /** Whose share of the calls in flight each call takes. */
  readonly person: string;
  current(): Promise<string>;
  /** After a 401 with this token: a fresh one, or undefined when the session is over. */
  renewed(refused: string): Promise<string | undefined>;
  /** Told that even the fresh token got a 401, so that it isn't renewed for that again soon. */
  renewedInVain?(): void;
}

export interface BackendClient {
  /** @throws BackendError */
  call<T>(call: Call<T>): Promise<T>;
  /** As `call`, but a 404 is an answer: null. */
  find<T>(call: Call<T>): Promise<T | null>;
}

/** The one HTTP client: every call of the app to a backend passes here. */
export function createBackendClient(name: BackendName, baseUrl: string, tokens: AccessTokens): BackendClient {
  const backend = { name, baseUrl };
  return {
    call: <T>(call: Call<T>) => observed<T, never>(backend, call, tokens, undefined),
    find: (call) => observed(backend, call, tokens, null),
  };
}

/** Counts and times a call, and logs its failure. @param absent what a 404 means, if it means something */
async function observed<T, A>(
  backend: Backend,
  call: Call<T>,
  tokens: AccessTokens,
  absent: A | undefined,
): Promise<T | A> {
  const stop = backendCalls.startTimer({ backend: backend.name, method: call.method });
  try {
    const result = await authorised(backend, call, tokens);
    stop({ outcome: "ok" });
    return result;
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    const seconds = stop({ outcome: error.kind === "status" ? String(error.status) : error.kind });
    if (absent !== undefined && error.kind === "status" && error.status === 404) return absent;
    if (error.kind === "abandoned") throw error;
    logFailure(error, call.operation, Math.round(seconds * 1000));
    throw error;
  }
}

/** A 401 means the call was refused before it ran, so even a write may be repeated: once, with a renewed token. */
async function authorised<T>(backend: Backend, call: Call<T>, tokens: AccessTokens): Promise<T> {
  const budget = { left: env().BACKEND_TIMEOUT_MS };
  const { person } = tokens;
  const token = await tokens.current();
  const first = await attemptCall(backend, call, { token, person }, budget);
  if (first !== "refused") return first;
  const renewed = await tokens.renewed(token);
  const second =
    renewed === undefined ? "refused" : await attemptCall(backend, call, { token: renewed, person }, budget);
  if (second !== "refused") return second;
  if (renewed !== undefined) tokens.renewedInVain?.();
  throw new BackendError(backend.name, "unauthorized");
}

function logFailure({ backend, kind, status, cause }: BackendError, operation: string, ms: number): void {
  log().warn({ backend, operation, kind, status, ms, ...(cause ? { err: cause } : {}) }, "backend call failed");
}
