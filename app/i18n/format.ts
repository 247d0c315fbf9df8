import type { Translate } from "./catalogues";
import type { Locale } from "./locales";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All dates are in this zone, never in the browser's or the server's (docs/product.md §9). */
export const TIME_ZONE = "Europe/Warsaw";

let momentFormat: Intl.DateTimeFormat | undefined;

/** Created when a page first shows a date, because creating it takes a phone 70 ms. */
function getMomentFormat(): Intl.DateTimeFormat {
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

/** A number is in ms since the epoch, a string is ISO text. */
type Moment = Date | number | string;

function partsOf(moment: Moment): Record<string, string> | undefined {
  const date = moment instanceof Date ? moment : new Date(moment);
  if (Number.isNaN(date.getTime())) return undefined;
  return Object.fromEntries(
    getMomentFormat()
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
}

/** Returns „31.12.2026” in every language, so that nobody takes a day for a month. */
export function formatDate(moment: Moment): string {
  const parts = partsOf(moment);
  return parts ? `${parts.day}.${parts.month}.${parts.year}` : "";
}

/** Returns „31.12.2026 14:05”. */
export function formatDateTime(moment: Moment): string {
  const parts = partsOf(moment);
  return parts ? `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}` : "";
}

export function formatTime(moment: Moment): string {
  return formatDateTime(moment).slice(-5);
}

/** Returns the day in Warsaw as YYYY-MM-DD. */
export function dayOf(moment: Date | number): string {
  return formatDate(moment).split(".").reverse().join("-");
}

/** Both days are YYYY-MM-DD. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

export function formatDay(day: string): string {
  return day.split("-").reverse().join(".");
}

const relativeFormats = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * Returns for example „5 minut temu”. After 24 hours it counts days of the calendar: on Wednesday
 * at 9:00, Monday at 20:00 is „przedwczoraj”. `at` and `now` are in ms since the epoch.
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

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const numbers = new Map<Locale, Intl.NumberFormat>();

/** Creating the first `NumberFormat` takes a phone 80 ms, so small numbers don't use it. */
export function formatNumber(value: number, locale: Locale): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, format);
  return format.format(value);
}

export function asSentences(texts: string[]): string {
  return texts.map((text, at) => (at === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}
