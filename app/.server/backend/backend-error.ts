import type { FatalContradiction } from "./contract/contradictions";
import type { Problem } from "./contract/problem-details";

export type BackendName = "sellers" | "profile";

/** Why a part of a page is missing; `panel` means that this app failed. */
export type FailureReason = "notAllowed" | "errorAnswer" | "badAnswer" | "unreachable" | "panel";

/** The status that the person sees for each kind, unless the constructor gets a status. */
const KINDS = {
  /** The backend answered with an error status, which the person sees, too. */
  status: { status: 502, reason: "errorAnswer" },
  timeout: { status: 504, reason: "unreachable" },
  unreachable: { status: 503, reason: "unreachable" },
  circuitOpen: { status: 503, reason: "unreachable" },
  badBody: { status: 502, reason: "badAnswer" },
  tooLarge: { status: 502, reason: "badAnswer" },
  redirect: { status: 502, reason: "badAnswer" },
  /** The answer contradicts the configuration; `contradiction` says how. */
  contract: { status: 502, reason: "badAnswer" },
  /** The list changed while it was read to its end, so that sellers are missing. */
  incomplete: { status: 503, reason: "badAnswer" },
  /** Too many calls ran at once (backend-slots.ts), so that this one wasn't sent in its time. */
  busy: { status: 503, reason: "panel" },
  /** The request was aborted, or the writer lost a lease (`Call.leases`). */
  abandoned: { status: 503, reason: "panel" },
  unauthorized: { status: 401, reason: "notAllowed" },
  /** The response to a write was lost; `lostKind` says why. */
  outcomeUnknown: { status: 502, reason: "unreachable" },
} as const satisfies Record<string, { status: number; reason: FailureReason }>;

export type BackendErrorKind = keyof typeof KINDS;

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

/** Statuses that the form itself shows: 400 for a value, 409 and 412 for a conflict. */
const REFUSALS = new Set([400, 409, 412]);

/** Whether the backend refused a write for its values or a conflict; by 422 if it names fields. */
export function isRefusal(error: unknown): error is BackendError {
  if (!(error instanceof BackendError) || error.kind !== "status") return false;
  return REFUSALS.has(error.status) || (error.status === 422 && Object.keys(error.problem?.errors ?? {}).length > 0);
}

/** Whether a call failed while the session goes on: not by a 401 to a renewed access token. */
export function isFailureInSession(error: unknown): boolean {
  return error instanceof BackendError && error.kind !== "unauthorized";
}

export function failureReason(error: unknown): FailureReason {
  if (!(error instanceof BackendError)) return "panel";
  return error.status === 403 ? "notAllowed" : KINDS[error.kind].reason;
}

/** Why a call failed. After `outcomeUnknown` the record is read before the write is repeated. */
export class BackendError extends Error {
  /** The HTTP status that the person sees: the backend's own, or 401, 502, 503 or 504. */
  readonly status: number;
  /** The problem details of a 4xx. */
  readonly problem?: Problem;
  /** Why the response of an `outcomeUnknown` was lost; `status` if a gateway answered. */
  readonly lostKind?: BackendErrorKind;
  /** The Retry-After of a 429 or 503, in seconds. */
  readonly retryAfter?: number;
  readonly contradiction?: FatalContradiction;
  /** How many sellers an `incomplete` list lacks, as far as is known. */
  readonly missing: number;
  /** A write of two calls is half done: its PUT changed the record, and then its PATCH failed. */
  readonly isHalfDone: boolean;

  constructor(
    readonly backend: BackendName,
    readonly kind: BackendErrorKind,
    more: Partial<
      Pick<
        BackendError,
        "status" | "problem" | "lostKind" | "retryAfter" | "contradiction" | "missing" | "isHalfDone" | "cause"
      >
    > = {},
  ) {
    const status = more.status ?? KINDS[kind].status;
    super(`${backend} backend: ${kind === "status" ? status : kind}`, { cause: more.cause });
    this.name = "BackendError";
    this.status = status;
    this.problem = more.problem;
    this.lostKind = more.lostKind;
    this.retryAfter = more.retryAfter;
    this.contradiction = more.contradiction;
    this.missing = more.missing ?? 0;
    this.isHalfDone = more.isHalfDone ?? false;
  }
}

/** Codes of errors before any byte of the request was sent: a write surely didn't happen. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** undici's message when a proxy refuses to open a tunnel; the error has no code of its own. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** Errors for a response that isn't HTTP. undici 7 sets only the name `HTTPParserError`. */
const NOT_HTTP = /^(HPE_.+|UND_ERR_HEADERS_OVERFLOW|HTTPParserError)$/;

/** `fetch` failed, so that there is no response. */
export class ConnectionFault extends Error {
  /** Whether the backend may have received the request. */
  readonly mayHaveArrived: boolean;
  readonly kind: BackendErrorKind;

  /** @param cause what `fetch` threw */
  constructor(cause: unknown) {
    super("The connection failed", { cause });
    const inner = cause instanceof Error ? (cause.cause as Partial<NodeJS.ErrnoException> | undefined) : undefined;
    const code = String(inner?.code ?? "");
    // Node's `fetch` wraps the proxy's error in "Request was cancelled".
    const isRefusedByProxy = [inner, inner?.cause].some(
      (error) => error instanceof Error && NO_TUNNEL.test(error.message),
    );
    this.mayHaveArrived = !NEVER_SENT.test(code) && !isRefusedByProxy;
    this.kind = NOT_HTTP.test(code || String(inner?.name)) ? "badBody" : "unreachable";
  }
}
