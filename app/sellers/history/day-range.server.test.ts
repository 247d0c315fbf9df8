import { expect, test, vi } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { readDayRange } from "./day-range.server";

const read = (query: string) => readDayRange(new URLSearchParams(query), getT("pl"));
const hours = ({ bounds: { from = 0, until = 0 } }: ReturnType<typeof read>) => (until - from) / 3_600_000;

test.each([
  ["winter", "2026-01-15", "2026-01-14T23:00:00Z", 24],
  ["summer", "2026-07-15", "2026-07-14T22:00:00Z", 24],
  ["the day the clocks go forward", "2026-03-29", "2026-03-28T23:00:00Z", 23],
  ["the day after it", "2026-03-30", "2026-03-29T22:00:00Z", 24],
  ["the day the clocks go back", "2026-10-25", "2026-10-24T22:00:00Z", 25],
  ["the day after it", "2026-10-26", "2026-10-25T23:00:00Z", 24],
  ["the last day of a year", "2026-12-31", "2026-12-30T23:00:00Z", 24],
])("A day begins and ends at midnight in Warsaw: %s", (_name, day, begins, length) => {
  const range = read(`from=${day}&to=${day}`);
  expect(new Date(range.bounds.from ?? 0).toISOString().replace(".000", "")).toBe(begins);
  expect(hours(range)).toBe(length);
  expect(range).toMatchObject({ from: day, to: day, errors: {} });
});

test("Neighbouring days meet without a gap, all through two years", () => {
  let day = Date.UTC(2025, 0, 1);
  for (let n = 0; n < 730; n += 1, day += 86_400_000) {
    const [today, tomorrow] = [day, day + 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10));
    expect(read(`to=${today}`).bounds.until).toBe(read(`from=${tomorrow}`).bounds.from);
  }
});

test("A day may be written the Polish way, and one side may be open", () => {
  expect(read("from=1.3.2026")).toMatchObject({ from: "2026-03-01", to: "", errors: {} });
  expect(read("from=01.03.2026").bounds).toEqual(read("from=2026-03-01").bounds);
  expect(read("to=2026-03-01").bounds.from).toBeUndefined();
  expect(read("").bounds).toEqual({});
});

test("The first and the last day that can be written are valid", () => {
  const { from, until } = read("from=0000-01-01&to=31.12.9999").bounds;
  expect([from, until].every(Number.isFinite)).toBe(true);
  expect(read("to=31.12.9999")).toMatchObject({ from: "", to: "9999-12-31", errors: {} });
  expect(Number.isFinite(read("from=31.12.9999").bounds.from)).toBe(true);
});

test.each([
  ["today", "2026-03-29"],
  ["week", "2026-03-23"],
  ["month", "2026-02-28"],
])("A period of %s begins at midnight of %s and goes on", (period, first) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-29T20:00:00Z") });
  const { bounds } = read(`from=${first}`);
  expect(read(`period=${period}&from=2020-01-01&to=wczoraj`)).toEqual({ period, from: "", to: "", errors: {}, bounds });
  vi.useRealTimers();
});

test("Days apply where they are chosen or no period is named", () => {
  expect(read("to=2026-03-01")).toMatchObject({ period: "days", to: "2026-03-01" });
  expect(read("period=days&to=2026-03-01")).toEqual(read("to=2026-03-01"));
  expect(read("period=days")).toMatchObject({ period: "days", bounds: {} });
  expect(read("period=&to=2026-03-01")).toMatchObject({ period: "", to: "", bounds: {} });
  expect(read("")).toMatchObject({ period: "", bounds: {} });
});

test("A text that is no day is an error at its field and bounds nothing", () => {
  expect(read("from=wczoraj&to=2026-02-31")).toEqual({
    period: "days",
    from: "wczoraj",
    to: "2026-02-31",
    errors: {
      from: "Pole Od dnia musi zawierać datę w formacie DD.MM.RRRR",
      to: "Pole Do dnia zawiera datę, której nie ma w kalendarzu",
    },
    bounds: {},
  });
  expect(read("from=2026-03-02&to=2026-03-01").errors.to).toMatch(/późniejszy/);
  expect(read(`from=${"9".repeat(5000)}`).from.length).toBeLessThanOrEqual(20);
});
