import { expect, test } from "vitest";
import { dayOf, daysBefore, formatDay } from "./calendar";

test("A day is Warsaw's, also where the clocks change", () => {
  expect(dayOf(Date.parse("2026-05-31T22:30:00Z"))).toBe("2026-06-01");
  expect(daysBefore("2026-03-30", 1)).toBe("2026-03-29");
  expect(daysBefore("2026-03-01", 29)).toBe("2026-01-31");
  expect(formatDay("2026-03-01")).toBe("01.03.2026");
});
