import type { Problem } from "./problem-details";

export type BackendName = "sellers" | "profile";

/** `status` is the backend's own error response; the other faults happen on the way. */
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

/** The status that a person sees for a fault without a response (docs/product.md §8). */
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

/** Whether the backend answered that a seller doesn't exist, or that this person may not see it. */
export function isHidden(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "status" && HIDDEN.has(error.status);
}

/** Whether the response to a write was lost, so that the write may have been done. */
export function isOutcomeUnknown(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "outcomeUnknown";
}

/** Whether a gateway answered a write for the backend (502, 504): it may have been done. */
export function isGatewayAnswer(error: unknown): error is BackendError {
  return isOutcomeUnknown(error) && error.lostBy === "status";
}

/** Why a call failed, as pages say it; `fault` means the app itself. */
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

export function whyFailed(error: unknown): WhyFailed {
  if (!(error instanceof BackendError)) return "fault";
  return error.status === 403 ? "refused" : WHY[error.kind];
}

/** After `outcomeUnknown` the record must be read again before the write is repeated. */
export class BackendError extends Error {
  readonly backend: BackendName;
  readonly kind: BackendFault;
  /** The HTTP status that the person sees: the backend's own, or 401, 502, 503 or 504. */
  readonly status: number;
  /** The problem details of a 4xx. */
  readonly problem?: Problem;
  /** The fault behind `outcomeUnknown`; `status` where a gateway answered. */
  readonly lostBy?: BackendFault;
  /** The Retry-After of a 429 or 503, in seconds. */
  readonly retryAfter?: number;
  /** Whether a write of two calls failed at the second, after the first changed the record. */
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
