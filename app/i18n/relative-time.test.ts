import { expect, test } from "vitest";
import { getT } from "./i18n.server";
import { relativeTime } from "./relative-time";

test.each([
  [0, "pl", "przed chwilą"],
  [-5_000, "pl", "przed chwilą"],
  [59_999, "en-US", "just now"],
  [5 * 60_000, "pl", "5 minut temu"],
  [2 * 3_600_000, "pl", "2 godziny temu"],
  [24 * 3_600_000, "pl", "wczoraj"],
  [47 * 3_600_000, "pl", "przedwczoraj"],
  [3 * 86_400_000, "en-US", "3 days ago"],
] as const)("A moment %d ms ago is said in %s as %s", (past, locale, words) => {
  const now = Date.UTC(2026, 4, 10);
  expect(relativeTime(getT(locale), now - past, now, locale)).toBe(words);
});

test("A day of 25 hours isn't yesterday at its own end", () => {
  expect(relativeTime(getT("pl"), Date.parse("2026-10-24T22:10Z"), Date.parse("2026-10-25T22:50Z"), "pl")).toBe(
    "24 godziny temu",
  );
});
