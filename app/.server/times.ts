import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { daysBefore, TIME_ZONE } from "~/i18n/format";
import { env } from "./env";

dayjs.extend(utc);
dayjs.extend(timezone);

/** The start of a day in Warsaw, in ms since the epoch. */
export function startOfDay(isoDay: string): number {
  return dayjs.tz(`${isoDay}T00:00`, TIME_ZONE).valueOf();
}

const DAY_MS = 86_400_000;

/**
 * The start of the next day in Warsaw, because a day may have 23 or 25 hours. After 9999-12-31 the
 * form YYYY-MM-DD has no next day.
 */
export function endOfDay(isoDay: string): number {
  return isoDay === "9999-12-31" ? startOfDay(isoDay) + DAY_MS : startOfDay(daysBefore(isoDay, -1));
}

/**
 * Whether `at` is less than `ms` ago.
 * @returns false without `at`, and for a future moment: if the clock was set back by three hours,
 * an entry cached for a minute would last for three hours
 */
export function isRecent(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}

/** Returns a function that returns true at most once in `ms`, e.g. for a line of the log. */
export function atMostEvery(ms: number): () => boolean {
  let last: number | undefined;
  return () => {
    if (isRecent(ms, last)) return false;
    last = Date.now();
    return true;
  };
}

/** In ms since the epoch. Changes and notes of this time or older are hidden, and are swept. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * DAY_MS;
