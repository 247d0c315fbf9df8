import { formatDate } from "./format";

const DAY_MS = 86_400_000;

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
