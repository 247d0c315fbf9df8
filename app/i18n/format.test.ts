import { expect, test } from "vitest";
import { asSentences, formatDate, formatDateTime, formatNumber, relativeTime } from "./format";
import { getT } from "./i18n.server";

test("A moment is shown in Warsaw time, in winter and in summer", () => {
  expect(formatDateTime("2026-01-05T23:30:00Z")).toBe("06.01.2026 00:30");
  expect(formatDateTime("2026-07-05T22:30:00Z")).toBe("06.07.2026 00:30");
  expect(formatDate(new Date("2026-12-31T23:00:00Z"))).toBe("01.01.2027");
  expect(formatDateTime(0)).toBe("01.01.1970 01:00");
});

test("An invalid date gives no text", () => {
  expect(formatDate("wczoraj")).toBe("");
  expect(formatDateTime(Number.NaN)).toBe("");
});

test("Numbers are grouped as the language does it", () => {
  expect(formatNumber(1234567, "pl").replace(/\s/g, " ")).toBe("1 234 567");
  expect(formatNumber(1234567, "en-US")).toBe("1,234,567");
  for (const value of [0, 7, 999, 1_000, 9_999, 10_000, -5, -1_234, 0.5, 12.75]) {
    for (const locale of ["pl", "en-US"] as const) {
      expect(formatNumber(value, locale)).toBe(new Intl.NumberFormat(locale).format(value));
    }
  }
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

test("Sentences are joined with one full stop between them", () => {
  expect(asSentences(["Wpisz adres", "Ten adres powtarza się w wierszu 3."])).toBe(
    "Wpisz adres. Ten adres powtarza się w wierszu 3.",
  );
  expect(asSentences(["Popraw go.", "Wpisz adres"])).toBe("Popraw go. Wpisz adres");
  expect(asSentences(["Wpisz adres"])).toBe("Wpisz adres");
});
