import { expect, test } from "vitest";
import { ConnectionFault } from "./connection-fault";

/** As fetch throws it. */
const faultOf = (code: string | undefined, message = "x", beneath?: Error) =>
  new ConnectionFault(
    new TypeError("fetch failed", { cause: Object.assign(new Error(message, { cause: beneath }), { code }) }),
  );

test.each([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])("with %s nothing was sent", (code) => {
  expect(faultOf(code)).toMatchObject({ sent: false, kind: "unreachable" });
});

test.each(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE", "XECONNREFUSED", "ECONNREFUSEDX", "", undefined])(
  "with %j it may have been",
  (code) => {
    expect(faultOf(code)).toMatchObject({ sent: true, kind: "unreachable" });
  },
);

test.each(["HPE_INVALID_CONSTANT", "UND_ERR_HEADERS_OVERFLOW"])(
  "%s is no HTTP, so an answer that makes no sense",
  (code) => {
    expect(faultOf(code)).toMatchObject({ sent: true, kind: "badBody" });
  },
);

test.each([
  ["HTTPParserError", "badBody"],
  ["XHTTPParserError", "unreachable"],
])("without a code, as on Node 24, a %s is %s", (name, kind) => {
  const cause = Object.assign(new Error("Response does not match the HTTP/1.1 protocol"), { name, code: undefined });
  expect(new ConnectionFault(new TypeError("fetch failed", { cause }))).toMatchObject({ sent: true, kind });
});

test.each(["X_HPE_INVALID", "UND_ERR_HEADERS_OVERFLOW_X"])("%s is no word of the parser's", (code) => {
  expect(faultOf(code).kind).toBe("unreachable");
});

test("a proxy that opens no tunnel has sent nothing, wherever its words stand", () => {
  const words = "Proxy response (407) !== 200 when HTTP Tunneling";
  expect(faultOf("UND_ERR_ABORTED", words).sent).toBe(false);
  expect(faultOf("UND_ERR_ABORTED", "wrapped", new Error(words)).sent).toBe(false);
  for (const other of [`not ${words}`, "Proxy response (none)"])
    expect(faultOf("UND_ERR_ABORTED", other).sent).toBe(true);
});

test("whatever was thrown, it is a connection that failed", () => {
  for (const cause of ["text", undefined, new Error("bare"), { cause: { code: "ECONNREFUSED" } }]) {
    expect(new ConnectionFault(cause)).toMatchObject({ message: "The connection failed", sent: true, cause });
  }
});
