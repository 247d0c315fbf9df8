import type { BackendFault } from "./backend-error";

/** Errors met before a byte of the request can have left: the write surely didn't happen. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** The proxy on the way wouldn't open a tunnel (undici's words: it has no code of its own for that). */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** What answered doesn't speak HTTP: codes, and the name of what undici 7 (Node 24's) gives none. */
const NOT_HTTP = /^(HPE_.+|UND_ERR_HEADERS_OVERFLOW|HTTPParserError)$/;

/** The connection failed before an answer; `sent` when the request may have arrived all the same. */
export class ConnectionFault extends Error {
  readonly sent: boolean;
  readonly kind: BackendFault;
  constructor(cause: unknown) {
    super("The connection failed", { cause });
    const inner = cause instanceof Error ? (cause.cause as Partial<NodeJS.ErrnoException> | undefined) : undefined;
    const code = String(inner?.code ?? "");
    const refusedByProxy = [inner, inner?.cause].some(
      (error) => error instanceof Error && NO_TUNNEL.test(error.message),
    );
    this.sent = !NEVER_SENT.test(code) && !refusedByProxy;
    this.kind = NOT_HTTP.test(code || String(inner?.name)) ? "badBody" : "unreachable";
  }
}
