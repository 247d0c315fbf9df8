import type { Problem } from "./problem-details";

export type BackendName = "sellers" | "profile";

/** What went wrong with a call; `status` is an HTTP answer of the backend's own, the rest are faults on the way. */
export type BackendFault =
  | "status"
  | "timeout"
  | "unreachable"
  | "badBody"
  /** The backend repeats its first page whatever page it is asked for. */
  | "pageIgnored"
  /** The backend answered with more sellers at once than the app reads. */
  | "notPaged"
  | "tooLarge"
  | "redirect"
  | "busy"
  | "circuitOpen"
  | "abandoned"
  | "unauthorized"
  | "outcomeUnknown";

/** The status a person sees for a fault that came with none of its own (docs/product.md §8). */
const STATUS_OF: Record<Exclude<BackendFault, "status">, number> = {
  timeout: 504,
  unreachable: 503,
  badBody: 502,
  pageIgnored: 502,
  notPaged: 502,
  tooLarge: 502,
  redirect: 502,
  busy: 503,
  circuitOpen: 503,
  abandoned: 503,
  unauthorized: 401,
  outcomeUnknown: 502,
};

const HIDDEN = new Set([403, 404, 410]);

/** Whether the backend answered that this person may not see something, or that it doesn't exist (any more). */
export function isHidden(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "status" && HIDDEN.has(error.status);
}

/** Whether what was asked for may have happened: the answer to a write was lost. */
export function isOutcomeUnknown(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "outcomeUnknown";
}

/**
 * Whether a gateway before the backend has said that it had no answer, or none that makes sense (RFC 9110 §15.6.3, §15.6.5): a write may have
 * been done all the same, and what the person sees is that very status.
 */
export function isGatewaysWord(error: unknown): error is BackendError {
  return isOutcomeUnknown(error) && error.lostBy === "status";
}

/** Why a call failed, for words about it: only `fault` is our own. */
export type WhyFailed = "refused" | "errorAnswer" | "badAnswer" | "unreachable" | "fault";

const WHY: Record<BackendFault, WhyFailed> = {
  status: "errorAnswer",
  timeout: "unreachable",
  unreachable: "unreachable",
  circuitOpen: "unreachable",
  outcomeUnknown: "unreachable",
  badBody: "badAnswer",
  pageIgnored: "badAnswer",
  notPaged: "badAnswer",
  tooLarge: "badAnswer",
  redirect: "badAnswer",
  unauthorized: "refused",
  busy: "fault",
  abandoned: "fault",
};

/** Sorts a failure for words about it: refused, an error of the backend, an answer that makes no sense, none, or a fault of our own. */
export function whyFailed(error: unknown): WhyFailed {
  if (!(error instanceof BackendError)) return "fault";
  return error.status === 403 ? "refused" : WHY[error.kind];
}

/**
 * A backend call that failed. `outcomeUnknown` is a write that may have happened: its answer was lost, so it must be
 * re-read before it is offered again.
 */
export class BackendError extends Error {
  readonly backend: BackendName;
  readonly kind: BackendFault;
  /** The HTTP status the person should see: the backend's own, or 401, 502, 503, 504 for a fault on the way. */
  readonly status: number;
  /** What the backend said about a 4xx, with its field errors. */
  readonly problem?: Problem;
  /** By which fault the answer was lost (`outcomeUnknown`); `status` where a gateway answered in the backend's place. */
  readonly lostBy?: BackendFault;
  /** Of a 429 or 503: in how many seconds the backend asks to be asked again, if it says so. */
  readonly retryAfter?: number;
  /** Set on the failure of a write's second call: its first call has changed the record already. */
  isHalfDone = false;

  constructor(
    backend: BackendName,
    kind: BackendFault,
    more: { status?: number; problem?: Problem; lostBy?: BackendFault; retryAfter?: number; cause?: unknown } = {},
  ) {
    const status = more.status ?? (kind === "status" ? 502 : STATUS_OF[kind]);
    super(`${backend} backend: ${kind === "status" ? status : kind}`, { cause: more.cause });
    this.name = "BackendError";
    this.backend = backend;
    this.kind = kind;
    this.status = status;
    this.problem = more.problem;
    this.lostBy = more.lostBy;
    this.retryAfter = more.retryAfter;
  }
}
