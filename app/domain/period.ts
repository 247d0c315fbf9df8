import { isDay } from "./typed-day";

/** The last 7 and 30 days, and the current month, each with today. */
export const namedPeriods = ["7d", "30d", "month"] as const;
type NamedPeriod = (typeof namedPeriods)[number];

/** Some of the last days, or a range of days as YYYY-MM-DD, of which one may be empty. */
export type Period = NamedPeriod | `${string}..${string}`;

/** @returns undefined for a text from a URL that is no period */
export function parsePeriod(text: string): Period | undefined {
  if (isNamedPeriod(text)) return text;
  if (!/^[^.]*\.\.[^.]*$/.test(text)) return undefined;
  const { from, to } = daysOf(text as Period);
  const isRange = [from, to].every((day) => day === "" || isDay(day)) && (from !== "" || to !== "");
  return isRange && (from === "" || to === "" || from <= to) ? periodOf(from, to) : undefined;
}

export function isNamedPeriod(text: string): text is NamedPeriod {
  return (namedPeriods as readonly string[]).includes(text);
}

export function periodOf(from: string, to: string): Period {
  return `${from}..${to}`;
}

/** The first and the last day of a range; both empty for a named period. */
export function daysOf(period: Period | undefined): { from: string; to: string } {
  const [from = "", to = ""] = period && !isNamedPeriod(period) ? period.split("..") : [];
  return { from, to };
}
