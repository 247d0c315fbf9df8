import { expect, test } from "vitest";
import { BackendError, type BackendErrorKind, ConnectionFault, failureReason } from "./backend-error";

const of = (kind: BackendErrorKind, more: ConstructorParameters<typeof BackendError>[2] = {}) =>
  new BackendError("sellers", kind, more);

test("An error response is shown and logged by its status, or else by 502", () => {
  const cause = new Error("socket");
  const problem = { errors: {} };
  expect(of("status", { status: 418, problem, cause })).toMatchObject({
    name: "BackendError",
    status: 418,
    message: "sellers backend: 418",
    problem,
    cause,
  });
  expect(of("status")).toMatchObject({ status: 502, message: "sellers backend: 502" });
  expect(of("outcomeUnknown", { status: 504, lostKind: "timeout" })).toMatchObject({
    status: 504,
    lostKind: "timeout",
    message: "sellers backend: outcomeUnknown",
  });
});

test.each([
  ["notAllowed", of("unauthorized")],
  ["notAllowed", of("status", { status: 403 })],
  ["errorAnswer", of("status", { status: 500 })],
  ["errorAnswer", of("status", { status: 404 })],
  ["badAnswer", of("badBody")],
  ["badAnswer", of("redirect")],
  ["unreachable", of("timeout")],
  ["unreachable", of("circuitOpen")],
  ["panel", of("busy")],
  ["panel", { kind: "timeout", status: 403 }],
])("The reason for a failure is %s", (reason, error) => {
  expect(failureReason(error)).toBe(reason);
});

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
])("The error %s means that nothing was sent", (code) => {
  expect(faultOf(code)).toMatchObject({ mayHaveArrived: false, kind: "unreachable" });
});

test.each([
  ...["ECONNRESET", "UND_ERR_SOCKET", "EPIPE", "XECONNREFUSED", "ECONNREFUSEDX", "", undefined],
  ...["X_HPE_INVALID", "UND_ERR_HEADERS_OVERFLOW_X"],
])("The error code %j means that the request may have been sent", (code) => {
  expect(faultOf(code)).toMatchObject({ mayHaveArrived: true, kind: "unreachable" });
});

test.each(["HPE_INVALID_CONSTANT", "UND_ERR_HEADERS_OVERFLOW"])(
  "The error %s means a response that isn't HTTP",
  (code) => {
    expect(faultOf(code)).toMatchObject({ mayHaveArrived: true, kind: "badBody" });
  },
);

test.each([
  ["HTTPParserError", "badBody"],
  ["XHTTPParserError", "unreachable"],
])("The error %s without a code, as on Node 24, is %s", (name, kind) => {
  const cause = Object.assign(new Error("Response does not match the HTTP/1.1 protocol"), { name, code: undefined });
  expect(new ConnectionFault(new TypeError("fetch failed", { cause }))).toMatchObject({ mayHaveArrived: true, kind });
});

test("A request whose proxy opens no tunnel wasn't sent", () => {
  const words = "Proxy response (407) !== 200 when HTTP Tunneling";
  expect(faultOf("UND_ERR_ABORTED", words).mayHaveArrived).toBe(false);
  expect(faultOf("UND_ERR_ABORTED", "wrapped", new Error(words)).mayHaveArrived).toBe(false);
  for (const other of [`not ${words}`, "Proxy response (none)"])
    expect(faultOf("UND_ERR_ABORTED", other).mayHaveArrived).toBe(true);
});

test("Any other thrown value is a failed connection", () => {
  for (const cause of ["text", undefined, new Error("bare"), { cause: { code: "ECONNREFUSED" } }]) {
    expect(new ConnectionFault(cause)).toMatchObject({ message: "The connection failed", mayHaveArrived: true, cause });
  }
});
