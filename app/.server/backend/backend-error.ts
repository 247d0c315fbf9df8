import type { FatalContradiction } from "./contract/contradictions";
import type { Problem } from "./contract/problem-details";

export type BackendName = "sellers" | "profile";

/** Why a part of a page is missing; `panel` means that this app failed. */
export type FailureReason = "notAllowed" | "errorAnswer" | "badAnswer" | "unreachable" | "panel";

/** For each kind of error: the HTTP status of our page, and the reason that a page names. */
const KINDS = {
  /** The backend answered with an error status, such as 404, which replaces this 502. */
  status: { status: 502, reason: "errorAnswer" },
  timeout: { status: 504, reason: "unreachable" },
  unreachable: { status: 503, reason: "unreachable" },
  circuitOpen: { status: 503, reason: "unreachable" },
  badBody: { status: 502, reason: "badAnswer" },
  tooLarge: { status: 502, reason: "badAnswer" },
  redirect: { status: 502, reason: "badAnswer" },
  contract: { status: 502, reason: "badAnswer" },
  /** The list changed while its pages were read one after the other, so sellers are missing. */
  incomplete: { status: 503, reason: "badAnswer" },
  /** The call got no slot in time, because too many other calls ran. It was never sent. */
  busy: { status: 503, reason: "panel" },
  /** The call's signal aborted, or a lease of the write would end before the response. */
  abandoned: { status: 503, reason: "panel" },
  unauthorized: { status: 401, reason: "notAllowed" },
  /** A write was sent, but no usable response arrived: the seller may have changed or not. */
  outcomeUnknown: { status: 502, reason: "unreachable" },
} as const satisfies Record<string, { status: number; reason: FailureReason }>;

export type BackendErrorKind = keyof typeof KINDS;

const HIDDEN = new Set([403, 404, 410]);

/** Whether a seller doesn't exist, or this person may not see the seller. */
export function isHidden(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "status" && HIDDEN.has(error.status);
}

export function isOutcomeUnknown(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "outcomeUnknown";
}

/** Whether a gateway (502, 504) answered a write in place of the backend. */
export function isGatewayAnswer(error: unknown): error is BackendError {
  return isOutcomeUnknown(error) && error.lostKind === "status";
}

const REFUSALS = new Set([400, 409, 412]);

/** Whether the backend refused a write's values (400, or 422 with fields) or found a conflict. */
export function isRefusal(error: unknown): error is BackendError {
  if (!(error instanceof BackendError) || error.kind !== "status") return false;
  return REFUSALS.has(error.status) || (error.status === 422 && Object.keys(error.problem?.errors ?? {}).length > 0);
}

/** Whether a call failed for another reason than the end of the person's session. */
export function isFailureInSession(error: unknown): boolean {
  return error instanceof BackendError && error.kind !== "unauthorized";
}

export function failureReason(error: unknown): FailureReason {
  if (!(error instanceof BackendError)) return "panel";
  return error.status === 403 ? "notAllowed" : KINDS[error.kind].reason;
}

export class BackendError extends Error {
  readonly status: number;
  readonly problem?: Problem;
  /** Of `outcomeUnknown`: why no response was read, e.g. `timeout`; `status` for a 502 or 504. */
  readonly lostKind?: BackendErrorKind;
  /** In seconds. */
  readonly retryAfter?: number;
  readonly contradiction?: FatalContradiction;
  /** Of `incomplete`: at least so many sellers are missing. */
  readonly missing: number;
  /** The write's first call (PUT) changed the seller, and its second call (PATCH, GET) failed. */
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

/** Error codes of a connection that failed before any byte of the request was sent. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** If a proxy refuses to open a tunnel, undici's error has this message, and no code. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** Codes for a response that isn't HTTP. undici 7 sets the name `HTTPParserError` and no code. */
const NOT_HTTP = /^(HPE_.+|UND_ERR_HEADERS_OVERFLOW|HTTPParserError)$/;

/** `fetch` threw. The backend may have received the request nonetheless (`mayHaveArrived`). */
export class ConnectionFault extends Error {
  readonly mayHaveArrived: boolean;
  readonly kind: BackendErrorKind;

  constructor(cause: unknown) {
    super("The connection failed", { cause });
    const inner = cause instanceof Error ? (cause.cause as Partial<NodeJS.ErrnoException> | undefined) : undefined;
    const code = String(inner?.code ?? "");
    // Node's `fetch` may wrap the proxy's error in another one, "Request was cancelled".
    const isRefusedByProxy = [inner, inner?.cause].some(
      (error) => error instanceof Error && NO_TUNNEL.test(error.message),
    );
    this.mayHaveArrived = !NEVER_SENT.test(code) && !isRefusedByProxy;
    this.kind = NOT_HTTP.test(code || String(inner?.name)) ? "badBody" : "unreachable";
  }
}
