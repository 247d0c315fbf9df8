import { expect, test } from "vitest";
import { BackendError, type BackendErrorKind, failureReason } from "./backend-error";

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
