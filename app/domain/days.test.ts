import { expect, it } from "vitest";
import { isDay, parsePolishDay } from "./days";

it.each([
  ["1.2.2026", "2026-02-01"],
  [" 29.02.2024 ", "2024-02-29"],
  ["31.02.2026", "2026-02-31"],
  ["2026-02-01", undefined],
  ["23/11/2026", "2026-11-23"],
  ["23-11-2026", "2026-11-23"],
  ["23 11 2026", "2026-11-23"],
  ["23. 11. 2026", "2026-11-23"],
  ["23.11.2026 r.", "2026-11-23"],
  ["1.2.26", "2026-02-01"],
  ["1.2.26 r.", "2026-02-01"],
  ["1.2.202", undefined],
  ["1.2.20266", undefined],
  ["26-11-23", undefined],
  ["11/23", undefined],
  ["1.2.2026x", undefined],
  ["001.2.2026", undefined],
  ["a.b.cdef", undefined],
  ["", undefined],
])("The text %s is read as %s", (text, day) => expect(parsePolishDay(text)).toBe(day));

it.each([
  ["2024-02-29", true],
  ["0000-01-01", true],
  ["9999-12-31", true],
  ["2026-02-29", false],
  ["2026-02-31", false],
  ["2026-13-01", false],
  ["2026-01-00", false],
  ["2026-2-1", false],
  ["1.2.2026", false],
  ["2026-02-01T00:00", false],
  ["", false],
])("The check of %s as a day gives %s", (day, is) => expect(isDay(day)).toBe(is));
