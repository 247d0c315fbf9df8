import type { BackendErrorKind } from "./backend-error";

/** Codes of errors before any byte of the request was sent: a write surely didn't happen. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** undici's message when a proxy refuses to open a tunnel; the error has no code of its own. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** Codes of errors for a response that isn't HTTP. undici 7 (Node 24) sets only the name `HTTPParserError`. */
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
