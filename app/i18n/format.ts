import type { Translate } from "./catalogues";
import type { Locale } from "./locales";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All dates are in this zone (docs/product.md §9), not in the browser's or the server's. */
export const TIME_ZONE = "Europe/Warsaw";

let momentFormat: Intl.DateTimeFormat | undefined;

/** Makes the format when a page first shows a date, because it costs a phone's browser 70 ms. */
function moments(): Intl.DateTimeFormat {
  momentFormat ??= new Intl.DateTimeFormat("pl-PL", {
    timeZone: TIME_ZONE,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return momentFormat;
}

type Moment = Date | number | string;

function partsOf(moment: Moment): Record<string, string> | undefined {
  const date = moment instanceof Date ? moment : new Date(moment);
  if (Number.isNaN(date.getTime())) return undefined;
  return Object.fromEntries(
    moments()
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
}

/**
 * Returns DD.MM.YYYY in Warsaw (docs/product.md §9) in every language, so that nobody takes a day
 * for a month.
 * @param moment a Date, ms since the epoch, or ISO text; "" if it is no date
 */
export function formatDate(moment: Moment): string {
  const parts = partsOf(moment);
  return parts ? `${parts.day}.${parts.month}.${parts.year}` : "";
}

/** Returns DD.MM.YYYY HH:mm in Warsaw, like {@link formatDate}. */
export function formatDateTime(moment: Moment): string {
  const parts = partsOf(moment);
  return parts ? `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}` : "";
}

/** Returns HH:mm in Warsaw. */
export function formatTime(moment: Moment): string {
  return formatDateTime(moment).slice(-5);
}

/** Returns a moment's day in Warsaw, as YYYY-MM-DD. */
export function dayOf(moment: Date | number): string {
  return formatDate(moment).split(".").reverse().join("-");
}

/** Returns the day that is `count` days before `day`, both as YYYY-MM-DD. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

export function formatDay(day: string): string {
  return day.split("-").reverse().join(".");
}

const relativeFormats = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * Returns the time from `at` to `now` (ms since the epoch), e.g. „5 minut temu”. From 24 hours on
 * the days in Warsaw count, so that the evening before yesterday isn't „wczoraj”.
 */
export function relativeTime(t: Translate, at: number, now: number, locale: Locale): string {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  relativeFormats.set(locale, format);
  const past = Math.max(0, now - at);
  const days = past >= DAY_MS ? (Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS : 0;
  if (days > 0) return format.format(-days, "day");
  if (past >= HOUR_MS) return format.format(-Math.floor(past / HOUR_MS), "hour");
  return past >= MINUTE_MS ? format.format(-Math.floor(past / MINUTE_MS), "minute") : t("justNow");
}

/** Capitalizes a catalogue's text, which is in lower case because sentences use it, too. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const numbers = new Map<Locale, Intl.NumberFormat>();

/** Small numbers need no `NumberFormat`, the first of which costs a phone's browser 80 ms. */
export function formatNumber(value: number, locale: Locale): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format.format(value);
}
