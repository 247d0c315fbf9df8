import { env } from "~/.server/env";
import { BodyTooLarge, discardBody, readAnswer } from "~/.server/http/body-limits";
import type { Call } from "./backend-call";
import { BackendError, type BackendErrorKind, type BackendName } from "./backend-error";
import { PROBLEM_MAX_BYTES, PROBLEM_STATUSES, parseProblem } from "./contract/problem-details";

/** A gateway sends these when the backend's response was missing or broken (RFC 9110 §15.6). */
const GATEWAY_STATUSES = new Set([502, 504]);

const RETRY_AFTER_STATUSES = new Set([429, 503]);

export async function readResponse<T>(backend: BackendName, call: Call<T>, response: Response): Promise<T> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await discardBody(response);
    throw new BackendError(backend, "redirect");
  }
  if (status === 409 && call.method === "GET") {
    await discardBody(response);
    // A 409 means a conflict between two writes, so the backend is wrong to answer it to a GET.
    throw new BackendError(backend, "badBody", { cause: new Error("409 to a read") });
  }
  if (status >= 400) throw await statusError(backend, call, response);
  let bytes: Uint8Array;
  try {
    bytes = await readAnswer(response, Math.min(call.maxBytes ?? Number.POSITIVE_INFINITY, env().BACKEND_MAX_BYTES));
  } catch (cause) {
    throw lostResponse(backend, call, cause instanceof BodyTooLarge ? "tooLarge" : "badBody", cause);
  }
  try {
    return await call.read({ status, headers, bytes });
  } catch (cause) {
    if (cause instanceof BackendError) throw cause;
    if (cause instanceof BodyTooLarge) throw lostResponse(backend, call, "tooLarge", cause);
    throw lostResponse(backend, call, "badBody", withoutContents(cause));
  }
}

/** The error of a sent call without a usable response; of a write, it is `outcomeUnknown`. */
export function lostResponse<T>(
  backend: BackendName,
  call: Call<T>,
  kind: BackendErrorKind,
  cause: unknown,
): BackendError {
  if (call.method === "GET") return new BackendError(backend, kind, { cause });
  return new BackendError(backend, "outcomeUnknown", {
    cause,
    lostKind: kind,
    status: kind === "timeout" ? 504 : undefined,
  });
}

async function statusError<T>(backend: BackendName, { method }: Call<T>, response: Response): Promise<BackendError> {
  const { status } = response;
  if (!PROBLEM_STATUSES.has(status)) {
    await discardBody(response);
    if (method !== "GET" && GATEWAY_STATUSES.has(status)) {
      return new BackendError(backend, "outcomeUnknown", { lostKind: "status", status });
    }
    return new BackendError(backend, "status", {
      status,
      retryAfter: RETRY_AFTER_STATUSES.has(status) ? retryAfter(response.headers) : undefined,
    });
  }
  const bytes = await readAnswer(response, PROBLEM_MAX_BYTES).catch(() => new Uint8Array());
  return new BackendError(backend, "status", { status, problem: parseProblem(new TextDecoder().decode(bytes)) });
}

/** A parser's message quotes personal data from the body, so only the error's name is kept. */
function withoutContents(cause: unknown): Error {
  const name = cause instanceof Error ? cause.name : typeof cause;
  return new Error(`The answer doesn't have the agreed shape (${name})`);
}

/** A longer Retry-After counts as one day. */
const MAX_RETRY_SECONDS = 86_400;

/** @returns seconds; undefined if the header is absent, malformed or in the past */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("Retry-After") ?? "";
  // A date is compared with the response's own Date, because the backend's clock may differ.
  const sentAt = Date.parse(headers.get("Date") ?? "") || Date.now();
  const date = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((date - sentAt) / 1000);
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_SECONDS) : undefined;
}
