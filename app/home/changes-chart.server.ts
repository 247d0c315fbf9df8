import { dayOf, daysBefore } from "~/i18n/format";
import type { VisibleHistory } from "~/sellers/history/visible-history.server";

const CHART_DAYS = 30;

export type DailyChanges = {
  /** From oldest to today, as YYYY-MM-DD in Warsaw. */
  days: { day: string; count: number }[];
  /** Some changes may be missing. */
  isPartial: boolean;
};

export function chartOf(history: VisibleHistory): DailyChanges | null {
  const daily = countByDay(history);
  return daily.isPartial || daily.days.some(({ count }) => count > 0) ? daily : null;
}

export function countByDay(
  { entries, older, hasOmittedChanges, hasBackendFailed }: VisibleHistory,
  now = Date.now(),
): DailyChanges {
  const today = dayOf(now);
  const firstDay = daysBefore(today, CHART_DAYS - 1);
  const counts = new Map<string, number>();
  for (let back = CHART_DAYS - 1; back >= 0; back -= 1) counts.set(daysBefore(today, back), 0);
  for (const { at, outcome } of entries) {
    const day = dayOf(at);
    const count = counts.get(day);
    if (outcome === "done" && count !== undefined) counts.set(day, count + 1);
  }
  const oldest = entries.at(-1);
  const reachesBack = oldest !== undefined && dayOf(oldest.at) < firstDay;
  return {
    days: [...counts].map(([day, count]) => ({ day, count })),
    isPartial: hasOmittedChanges || hasBackendFailed || (older !== undefined && !reachesBack),
  };
}
