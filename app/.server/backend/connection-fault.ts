import type { BackendFault } from "./backend-error";

/** Errors met before a byte of the request can have left: the write surely didn't happen. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

/** What answered doesn't speak HTTP. */
const NOT_HTTP = /^(HPE_.+|UND_ERR_HEADERS_OVERFLOW)$/;

/** The connection failed before an answer; `sent` when the request may have arrived all the same. */
export class ConnectionFault extends Error {
  readonly sent: boolean;
  readonly kind: BackendFault;
  constructor(cause: unknown) {
    super("The connection failed", { cause });
    const code = String((cause as { cause?: { code?: unknown } } | undefined)?.cause?.code ?? "");
    this.sent = !NEVER_SENT.test(code);
    this.kind = NOT_HTTP.test(code) ? "badBody" : "unreachable";
  }
}
