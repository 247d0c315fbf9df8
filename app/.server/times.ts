import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { daysBefore, TIME_ZONE } from "~/i18n/format";
import { env } from "./env";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Midnight in Warsaw, in ms since the epoch. */
export function startOfDay(isoDay: string): number {
  return dayjs.tz(`${isoDay}T00:00`, TIME_ZONE).valueOf();
}

const DAY_MS = 86_400_000;

export function endOfDay(isoDay: string): number {
  // A day may have 23 or 25 hours, so the next day's start counts. 9999-12-31 has no next day.
  return isoDay === "9999-12-31" ? startOfDay(isoDay) + DAY_MS : startOfDay(daysBefore(isoDay, -1));
}

// A future time isn't recent. Otherwise, if the clock was set back by three hours, an entry that is
// cached for a minute would last for three hours.
export function isRecent(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}

/** The returned function is true at most once in `ms`, for example to log a line once a minute. */
export function atMostEvery(ms: number): () => boolean {
  let last: number | undefined;
  return () => {
    if (isRecent(ms, last)) return false;
    last = Date.now();
    return true;
  };
}

/** Changes and notes from this time or earlier are hidden, and deleted later. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * DAY_MS;
