import type { Problem } from "./contract/problem-details";

export type BackendName = "sellers" | "profile";

/** Why a call failed, as pages say it; `fault` means the app itself. */
export type WhyFailed = "refused" | "errorAnswer" | "badAnswer" | "unreachable" | "fault";

type Meaning = { status: number; why: WhyFailed };
const badAnswer: Meaning = { status: 502, why: "badAnswer" };

/**
 * The kinds of failed calls, with what people are told of each (docs/product.md §8). `status` is
 * the backend's own error response; the others happen on the way.
 */
const KINDS = {
  status: { status: 502, why: "errorAnswer" },
  timeout: { status: 504, why: "unreachable" },
  unreachable: { status: 503, why: "unreachable" },
  circuitOpen: { status: 503, why: "unreachable" },
  badBody: badAnswer,
  tooLarge: badAnswer,
  redirect: badAnswer,
  /** The answer contradicts the configuration; `fault` says how. */
  contract: badAnswer,
  /** The list changed while it was read to its end, so that sellers are missing. */
  incomplete: { status: 503, why: "badAnswer" },
  busy: { status: 503, why: "fault" },
  abandoned: { status: 503, why: "fault" },
  unauthorized: { status: 401, why: "refused" },
  outcomeUnknown: { status: 502, why: "unreachable" },
} as const satisfies Record<string, Meaning>;

export type BackendErrorKind = keyof typeof KINDS;

/** In what a list's answer contradicts the configuration, so that nothing of it can be used. */
export type ContractFault = "pageRepeated" | "pageTooLong" | "pageTooShort" | "notPaged" | "total" | "ids";

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
  return isOutcomeUnknown(error) && error.lostKind === "status";
}

export function whyFailed(error: unknown): WhyFailed {
  if (!(error instanceof BackendError)) return "fault";
  return error.status === 403 ? "refused" : KINDS[error.kind].why;
}

/** After `outcomeUnknown` the record must be read again before the write is repeated. */
export class BackendError extends Error {
  readonly backend: BackendName;
  readonly kind: BackendErrorKind;
  /** The HTTP status that the person sees: the backend's own, or 401, 502, 503 or 504. */
  readonly status: number;
  /** The problem details of a 4xx. */
  readonly problem?: Problem;
  /** What lost the answer of an `outcomeUnknown`; `status` where a gateway answered. */
  readonly lostKind?: BackendErrorKind;
  /** The Retry-After of a 429 or 503, in seconds. */
  readonly retryAfter?: number;
  /** How a `contract` error's answer contradicts the configuration. */
  readonly fault?: ContractFault;
  /** How many sellers an `incomplete` list lacks, as far as is known. */
  readonly missing: number;
  /** Whether a write of two calls failed at the second, after the first changed the record. */
  isHalfDone = false;

  constructor(
    backend: BackendName,
    kind: BackendErrorKind,
    more: Partial<
      Pick<BackendError, "status" | "problem" | "lostKind" | "retryAfter" | "fault" | "missing" | "cause">
    > = {},
  ) {
    const status = more.status ?? KINDS[kind].status;
    super(`${backend} backend: ${kind === "status" ? status : kind}`, { cause: more.cause });
    this.name = "BackendError";
    this.backend = backend;
    this.kind = kind;
    this.status = status;
    this.problem = more.problem;
    this.lostKind = more.lostKind;
    this.retryAfter = more.retryAfter;
    this.fault = more.fault;
    this.missing = more.missing ?? 0;
  }
}
