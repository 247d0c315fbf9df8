import type { HistoryEntry } from "~/domain/history-entry";
import { dayOf, daysBefore } from "~/i18n/calendar";

const DAYS = 30;

export type DailyChanges = {
  /** Oldest first, YYYY-MM-DD in Warsaw; the last one is today. */
  days: { day: string; count: number }[];
  /** There may be more than were counted. */
  partial: boolean;
};

/**
 * How many changes each of the last 30 days saw: of those that are known to have been made.
 * @param entries newest first, as far as the person may see them
 * @param left whether older changes, or some of these days (`omitted`), weren't read
 */
export function dailyChanges(
  entries: readonly Pick<HistoryEntry, "at" | "outcome">[],
  left: { older: boolean; omitted: boolean },
  now = Date.now(),
): DailyChanges {
  const today = dayOf(now);
  const counts = new Map<string, number>();
  for (let back = DAYS - 1; back >= 0; back -= 1) counts.set(daysBefore(today, back), 0);
  for (const { at, outcome } of entries) {
    if (outcome !== "done") continue;
    const day = dayOf(at);
    const count = counts.get(day);
    if (count !== undefined) counts.set(day, count + 1);
  }
  const last = entries.at(-1);
  const reachesBack = last !== undefined && dayOf(last.at) < daysBefore(today, DAYS - 1);
  return {
    days: [...counts].map(([day, count]) => ({ day, count })),
    partial: left.omitted || (left.older && !reachesBack),
  };
}
