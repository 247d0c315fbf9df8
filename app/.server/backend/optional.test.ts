import { afterEach, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { testEnv } from "../../../test/support/test-env";
import { BackendError } from "./backend-error";
import { optional, UNREACHABLE, valueOrReason } from "./optional";

Object.assign(process.env, testEnv());
afterEach(() => {
  vi.restoreAllMocks();
});

test("A successful call gives its value", async () => {
  expect(await valueOrReason(Promise.resolve(7))).toEqual({ isKnown: true, value: 7 });
  expect(await optional(Promise.resolve(7))).toBe(7);
});

test("A failed call gives its reason and isn't logged twice", async () => {
  const error = new BackendError("sellers", "timeout");
  const told = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  expect(await valueOrReason(Promise.reject(error))).toEqual({ isKnown: false, reason: "unreachable" });
  expect(await optional(Promise.reject(error))).toBeNull();
  expect(told).not.toHaveBeenCalled();
});

test("An error of our own is logged, and the page goes without the part", async () => {
  const told = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const err = Object.assign(new TypeError("ours"), { status: 403, kind: "unauthorized" });
  expect(await valueOrReason(Promise.reject(err))).toEqual({ isKnown: false, reason: "panel" });
  expect(told.mock.calls).toEqual([[{ err }, "a part of a page is missing"]]);
  expect(UNREACHABLE).toEqual({ isKnown: false, reason: "unreachable" });
});
