import { expect, it, test } from "vitest";
import { BackendError, type BackendErrorKind, failureReason, isHidden, isOutcomeUnknown } from "./backend-error";

const of = (kind: BackendErrorKind, more: ConstructorParameters<typeof BackendError>[2] = {}) =>
  new BackendError("sellers", kind, more);

test.each<[BackendErrorKind, number]>([
  ["timeout", 504],
  ["unreachable", 503],
  ["badBody", 502],
  ["tooLarge", 502],
  ["redirect", 502],
  ["busy", 503],
  ["circuitOpen", 503],
  ["abandoned", 503],
  ["unauthorized", 401],
  ["outcomeUnknown", 502],
])("The fault %s has the status %i and is logged by its name", (kind, status) => {
  expect(of(kind)).toMatchObject({ backend: "sellers", kind, status, message: `sellers backend: ${kind}` });
});

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
  });
});

it("Only 403, 404 and 410 hide a seller", () => {
  const hidden = [403, 404, 410, 400, 500].map((status) => isHidden(of("status", { status })));
  expect(hidden).toEqual([true, true, true, false, false]);
  expect([of("timeout", { status: 404 }), { kind: "status", status: 404 }, undefined].map(isHidden)).toEqual([
    false,
    false,
    false,
  ]);
});

it("Only a lost response leaves the outcome unknown", () => {
  expect([of("outcomeUnknown"), of("timeout"), { kind: "outcomeUnknown" }].map(isOutcomeUnknown)).toEqual([
    true,
    false,
    false,
  ]);
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
