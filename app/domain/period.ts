import { isDay } from "./typed-day";

/** The last 7 and 30 days, and the current month, each including today. */
export const namedPeriods = ["7d", "30d", "month"] as const;
type NamedPeriod = (typeof namedPeriods)[number];

/** A named period, or a range of days as YYYY-MM-DD; one end may be empty. */
export type Period = NamedPeriod | `${string}..${string}`;

/** @returns undefined if a URL's text is no period */
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

/** Returns the first and the last day of a range; both are "" for a named period or none. */
export function daysOf(period: Period | undefined): { from: string; to: string } {
  const [from = "", to = ""] = period && !isNamedPeriod(period) ? period.split("..") : [];
  return { from, to };
}
