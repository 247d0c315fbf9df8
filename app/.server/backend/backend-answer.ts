import { env } from "~/.server/env";
import { BodyTooLarge, discardBody, readAnswer } from "~/.server/http/capped-body";
import type { Call } from "./backend-call";
import { BackendError, type BackendFault, type BackendName } from "./backend-error";
import { PROBLEM_MAX_BYTES, parseProblem } from "./problem-details";
import { retryAfter } from "./retry-after";

/** Statuses whose body says what to correct; other error bodies are not read. */
const EXPLAINED = new Set([400, 403, 409, 412, 422]);

/** What gateways say for a backend that hasn't answered them, or nothing that they understand (RFC 9110 §15.6.3, §15.6.5). */
const OF_GATEWAYS = new Set([502, 504]);

/** They ask to come back, and may say when. */
const LATER = new Set([429, 503]);

/**
 * What a call's answer holds, whatever its status but 401.
 * @throws BackendError for every answer that isn't a success of the agreed shape
 */
export async function resultOf<T>(backend: BackendName, call: Call<T>, arrived: Response): Promise<T> {
  const { status, headers } = arrived;
  if (status >= 300 && status < 400) {
    await discardBody(arrived);
    throw new BackendError(backend, "redirect");
  }
  if (status === 409 && call.method === "GET") {
    await discardBody(arrived);
    // 409 refuses a write because of a conflict: as the answer to a read it makes no sense.
    throw new BackendError(backend, "badBody", { cause: new Error("409 to a read") });
  }
  if (status >= 400) throw await refusal(backend, call, arrived);
  let bytes: Uint8Array;
  try {
    bytes = await readAnswer(arrived, capOf(call));
  } catch (cause) {
    throw lostAnswer(backend, call, cause instanceof BodyTooLarge ? "tooLarge" : "badBody", cause);
  }
  try {
    return await call.read({ status, headers, bytes });
  } catch (cause) {
    if (cause instanceof BackendError) throw cause;
    throw lostAnswer(backend, call, "badBody", withoutContents(cause));
  }
}

/** What a call's answer may hold, in bytes. */
function capOf<T>({ maxBytes = Number.POSITIVE_INFINITY }: Call<T>): number {
  return Math.min(maxBytes, env().BACKEND_MAX_BYTES);
}

/** A fault after which a read can simply be tried again later, but a write may have been done. */
export function lostAnswer<T>(backend: BackendName, call: Call<T>, kind: BackendFault, cause: unknown): BackendError {
  if (call.method === "GET") return new BackendError(backend, kind, { cause });
  return new BackendError(backend, "outcomeUnknown", {
    cause,
    lostBy: kind,
    status: kind === "timeout" ? 504 : undefined,
  });
}

async function refusal<T>(backend: BackendName, { method }: Call<T>, arrived: Response): Promise<BackendError> {
  const { status } = arrived;
  if (!EXPLAINED.has(status)) {
    await discardBody(arrived);
    if (method !== "GET" && OF_GATEWAYS.has(status)) {
      return new BackendError(backend, "outcomeUnknown", { lostBy: "status", status });
    }
    return new BackendError(backend, "status", {
      status,
      retryAfter: LATER.has(status) ? retryAfter(arrived.headers) : undefined,
    });
  }
  const bytes = await readAnswer(arrived, PROBLEM_MAX_BYTES).catch(() => new Uint8Array());
  return new BackendError(backend, "status", { status, problem: parseProblem(new TextDecoder().decode(bytes)) });
}

/** A parser's message quotes what it read, which is somebody's record: only its kind goes on to the log. */
function withoutContents(cause: unknown): Error {
  const name = cause instanceof Error ? cause.name : typeof cause;
  return new Error(`The answer doesn't have the agreed shape (${name})`);
}
