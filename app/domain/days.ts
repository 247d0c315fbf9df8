const POLISH = /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{4})(?:\s*r\.?)?$/;
const SHORT_YEAR = /^(?<before>\d{1,2}\.\d{1,2}\.)(?=\d\d(?!\d))/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns `2026-02-01` for 1.2.2026, 1/2/2026, 1-2-2026, 1 2 2026, also with „r.”, and for 1.2.26
 * (a short year only after dots); undefined for other formats. The day may not exist (`isDay`).
 */
export function parsePolishDay(text: string): string | undefined {
  const [, day = "", month = "", year] = POLISH.exec(text.trim().replace(SHORT_YEAR, "$<before>20")) ?? [];
  return year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Whether a day exists: 31 February would be parsed as a day of March and print differently. */
export function isDay(text: string): boolean {
  const time = ISO.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

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
