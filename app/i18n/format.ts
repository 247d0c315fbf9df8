import type { i18n } from "i18next";
import type { Locale } from "./locales";

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

/** Makes `{{count, number}}` in an instance's texts print as `formatNumber` does. */
export function registerNumberFormat({ services: { formatter } }: i18n): void {
  formatter?.add("number", (value: number, language) => formatNumber(value, language as Locale));
}
