import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import type { Backend, Call } from "./backend-call";
import { BackendError } from "./backend-error";
import { CallDeadline } from "./call-deadline";
import { sendWithRetry } from "./send-with-retry";

/** The source of a call's access token: the session of the person for whom the call is made. */
export interface AccessTokens {
  /** The person whose share of the slots each call takes. */
  readonly person: string;
  current(): Promise<string>;
  /** After a 401 with this token: a new token, or undefined when the session is over. */
  renew(refused: string): Promise<string | undefined>;
  /** Called when the new token got a 401, too, so that further 401s don't renew it for a while. */
  onUselessRenewal?(): void;
}

export type BackendClient = ReturnType<typeof createBackendClient>;

/** The one HTTP client: every call of the app to a backend is made here. */
export function createBackendClient(backend: Backend, tokens: AccessTokens) {
  return {
    /** @throws BackendError */
    call: <T>(call: Call<T>): Promise<T> => callBackend(backend, call, tokens),
    /** Returns null for a 404, and otherwise does the same as `call`. */
    find: <T>(call: Call<T>): Promise<T | null> =>
      callBackend(backend, call, tokens, isNotFound).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      }),
  };
}

/** `find` expects a 404, so it isn't logged. */
const isNotFound = (error: unknown) => error instanceof BackendError && error.kind === "status" && error.status === 404;

/**
 * Makes, counts, times and logs a call.
 * @param isExpected whether a failure needs no line in the log
 */
async function callBackend<T>(
  backend: Backend,
  call: Call<T>,
  tokens: AccessTokens,
  isExpected: (error: BackendError) => boolean = () => false,
): Promise<T> {
  const stop = backendCalls.startTimer({ backend: backend.name, method: call.method });
  try {
    const result = await callWithRenewal(backend, call, tokens);
    stop({ outcome: "ok" });
    return result;
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    const { kind, status, cause } = error;
    const ms = Math.round(stop({ outcome: kind === "status" ? String(status) : kind }) * 1000);
    if (kind !== "abandoned" && !isExpected(error)) {
      const { operation } = call;
      const fields = { backend: backend.name, operation, kind, status, ms, ...(cause ? { err: cause } : {}) };
      // While the circuit is open, each page would add lines that say no more than the first.
      log()[kind === "circuitOpen" ? "debug" : "warn"](fields, "backend call failed");
    }
    throw error;
  }
}

/** Repeats even a write once with a renewed token, because a 401 means that nothing was done. */
async function callWithRenewal<T>(backend: Backend, call: Call<T>, tokens: AccessTokens): Promise<T> {
  const { person } = tokens;
  const deadline = new CallDeadline();
  const token = await tokens.current();
  const first = await sendWithRetry(backend, call, { token, person }, deadline);
  if (first.kind === "answered") return first.value;
  const renewed = await tokens.renew(token);
  if (renewed === undefined) throw new BackendError(backend.name, "unauthorized");
  const second = await sendWithRetry(backend, call, { token: renewed, person }, deadline);
  if (second.kind === "answered") return second.value;
  tokens.onUselessRenewal?.();
  throw new BackendError(backend.name, "unauthorized");
}
