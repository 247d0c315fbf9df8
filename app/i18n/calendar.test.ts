import { expect, test } from "vitest";
import { dayOf, daysBefore, formatDay, relativeTime } from "./calendar";
import { getT } from "./i18n.server";

test("A day is Warsaw's, also where the clocks change", () => {
  expect(dayOf(Date.parse("2026-05-31T22:30:00Z"))).toBe("2026-06-01");
  expect(daysBefore("2026-03-30", 1)).toBe("2026-03-29");
  expect(daysBefore("2026-03-01", 29)).toBe("2026-01-31");
  expect(formatDay("2026-03-01")).toBe("01.03.2026");
});

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
