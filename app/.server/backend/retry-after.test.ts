import { expect, test } from "vitest";
import { retryAfter } from "./retry-after";

const said = (word: string, date?: string) =>
  retryAfter(new Headers({ "Retry-After": word, ...(date ? { Date: date } : {}) }));
const MADE = "Mon, 23 Nov 2026 12:00:00 GMT";

test.each([
  ["1", 1],
  ["120", 120],
  ["86400", 86_400],
  ["86401", 86_400],
  ["9".repeat(400), 86_400],
])("%s is so many seconds, a day at most", (word, seconds) => {
  expect(said(word)).toBe(seconds);
});

test("a date counts from the answer's own", () => {
  expect(said("Mon, 23 Nov 2026 12:02:00 GMT", MADE)).toBe(120);
  expect(said("Fri, 21 Oct 2095 07:28:00 GMT", MADE)).toBe(86_400);
  expect(said(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
});

test.each(["", "0", "-1", "1.5", "1e3", "soon", "soon 2099", "Mon, 23 Nov 2026 11:59:00 GMT", "then GMT"])(
  "%j says nothing of use",
  (word) => {
    expect(said(word, MADE)).toBeUndefined();
  },
);

test("neither does an answer without it", () => {
  expect(retryAfter(new Headers())).toBeUndefined();
});
