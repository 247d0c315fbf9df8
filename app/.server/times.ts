import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { TIME_ZONE } from "~/i18n/format";
import { env } from "./env";

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * The start of a day in Warsaw, in ms since the epoch. A day may have 23 or 25 hours, so days are
 * added, not hours.
 */
export function startOfDay(isoDay: string, daysLater = 0): number {
  const date = dayjs.utc(isoDay).add(daysLater, "day").format("YYYY-MM-DD");
  return dayjs.tz(`${date}T00:00`, TIME_ZONE).valueOf();
}

/**
 * Whether something happened less than `ms` ago. A moment in the future doesn't count: after the
 * clock was set back, a minute's cache would last for hours.
 */
export function isRecent(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}

/** In ms since the epoch. Changes and notes as old or older are no longer shown, and are swept. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * 86_400_000;
