import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import type { Backend, Call } from "./backend-call";
import { BackendError } from "./backend-error";
import { CallDeadline } from "./call-deadline";
import { sendWithRetry } from "./send-with-retry";

export interface AccessTokens {
  readonly person: string;
  current(): Promise<string>;
  /** Called after a 401. Returns undefined if the session is over. */
  renew(refusedToken: string): Promise<string | undefined>;
  /** Called when the renewed token got a 401, too, so that renewing again would be useless. */
  onUselessRenewal?(): void;
}

export type BackendClient = ReturnType<typeof createBackendClient>;

export function createBackendClient(backend: Backend, tokens: AccessTokens) {
  return {
    call: <T>(call: Call<T>): Promise<T> => callBackend(backend, call, tokens),
    /** Like `call`, but returns null for a 404, which isn't logged. */
    find: <T>(call: Call<T>): Promise<T | null> =>
      callBackend(backend, call, tokens, isNotFound).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      }),
  };
}

const isNotFound = (error: unknown) => error instanceof BackendError && error.kind === "status" && error.status === 404;

async function callBackend<T>(
  backend: Backend,
  call: Call<T>,
  tokens: AccessTokens,
  isUnlogged: (error: BackendError) => boolean = () => false,
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
    if (kind !== "abandoned" && !isUnlogged(error)) {
      const { operation } = call;
      const fields = { backend: backend.name, operation, kind, status, ms, ...(cause ? { err: cause } : {}) };
      // Only `debug` while the circuit is open, because each call of each page fails in this way.
      log()[kind === "circuitOpen" ? "debug" : "warn"](fields, "backend call failed");
    }
    throw error;
  }
}

/** A 401 means that the backend did nothing, so even a write is sent again with a renewed token. */
async function callWithRenewal<T>(backend: Backend, call: Call<T>, tokens: AccessTokens): Promise<T> {
  const { person } = tokens;
  const deadline = new CallDeadline();
  const token = await tokens.current();
  const first = await sendWithRetry(backend, call, { token, person }, deadline);
  if (first.kind === "answered") return first.value;
  const newToken = await tokens.renew(token);
  if (newToken === undefined) throw new BackendError(backend.name, "unauthorized");
  const second = await sendWithRetry(backend, call, { token: newToken, person }, deadline);
  if (second.kind === "answered") return second.value;
  tokens.onUselessRenewal?.();
  throw new BackendError(backend.name, "unauthorized");
}
