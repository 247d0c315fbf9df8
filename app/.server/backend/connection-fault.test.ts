import { expect, test } from "vitest";
import { ConnectionFault } from "./connection-fault";

/** As fetch throws it. */
const failed = (cause: object) => new ConnectionFault(new TypeError("fetch failed", { cause }));

test.each([
  [{ name: "HTTPParserError", code: "HPE_INVALID_CONSTANT" }, "badBody"],
  // Of Node 24.
  [{ name: "HTTPParserError", code: undefined }, "badBody"],
  [{ name: "SocketError", code: "UND_ERR_SOCKET" }, "unreachable"],
  [{ name: "Error", code: "ECONNRESET" }, "unreachable"],
])("%j is %s, and may have been done", (given, kind) => {
  expect(failed(Object.assign(new Error("failed"), given))).toMatchObject({ kind, sent: true });
});
