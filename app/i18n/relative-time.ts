import { dayOf } from "./calendar";
import type { Translate } from "./catalogues";
import type { Locale } from "./locales";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formats = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * Returns the time from `at` to `now` (ms since the epoch), e.g. „5 minut temu”. From 24 hours on
 * the days in Warsaw count, so that the evening before yesterday isn't „wczoraj”.
 */
export function relativeTime(t: Translate, at: number, now: number, locale: Locale): string {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  const past = Math.max(0, now - at);
  const days = past >= DAY_MS ? (Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS : 0;
  if (days > 0) return format.format(-days, "day");
  if (past >= HOUR_MS) return format.format(-Math.floor(past / HOUR_MS), "hour");
  return past >= MINUTE_MS ? format.format(-Math.floor(past / MINUTE_MS), "minute") : t("justNow");
}
