import { afterEach, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { testEnv } from "../../../test/support/test-env";
import { BackendError } from "./backend-error";
import { known, optional, unreachable } from "./optional";

Object.assign(process.env, testEnv());
afterEach(() => {
  vi.restoreAllMocks();
});

test("what came is known", async () => {
  const part = await optional(Promise.resolve(7));
  expect(part).toEqual({ known: true, value: 7 });
  expect(known(part)).toBe(7);
});

test.each([
  ["refused", new BackendError("sellers", "unauthorized")],
  ["refused", new BackendError("sellers", "status", { status: 403 })],
  ["errorAnswer", new BackendError("sellers", "status", { status: 404 })],
  ["unreachable", new BackendError("sellers", "timeout")],
])("what the backend didn't give is %s, and isn't told in the log twice", async (why, error) => {
  const told = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const part = await optional(Promise.reject(error));
  expect(part).toEqual({ known: false, why });
  expect(known(part)).toBeNull();
  expect(told).not.toHaveBeenCalled();
});

test("a fault of our own is told in the log, and the page stands all the same", async () => {
  const told = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const err = Object.assign(new TypeError("ours"), { status: 403, kind: "unauthorized" });
  expect(await optional(Promise.reject(err))).toEqual({ known: false, why: "fault" });
  expect(told.mock.calls).toEqual([[{ err }, "a part of a page is missing"]]);
  expect(unreachable).toEqual({ known: false, why: "unreachable" });
});
