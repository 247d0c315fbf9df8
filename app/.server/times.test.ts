import { expect, test, vi } from "vitest";
import { isRecent } from "./times";

test.each([
  ["now", 0, true],
  ["a moment ago", -59_999, true],
  ["as long ago", -60_000, false],
  ["by a clock that was set back since", 1, false],
])("An entry made %s is judged by its age", (_when, ahead, expected) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(isRecent(60_000, Date.now() + ahead)).toBe(expected);
  vi.useRealTimers();
});

test("A key without an entry isn't recent", () => {
  expect(isRecent(60_000, undefined)).toBe(false);
});
