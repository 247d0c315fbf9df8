import type { HistoryEntry } from "~/domain/history-entry";
import { dayOf } from "~/i18n/calendar";
import { type HistoryView, historyView } from "./history-view";

/** Changes of one job that its row holds; the rest is only counted. */
const SHOWN_OF_JOB = 20;

/** What one line of the history stands for: a change, or those that one job made on one day. */
export type HistoryRow = {
  /** Stays the same while its job goes on (`rowOf`). */
  key: string;
  /** Newest first; of a job at most SHOWN_OF_JOB. */
  entries: HistoryView[];
  /** Of all that it stands for. */
  count: number;
  /** It may stand for more than was read. */
  cut?: boolean;
  actions: Partial<Record<HistoryView["action"], number>>;
  failed: number;
  unknown: number;
  inFlight: number;
};

/** A day in Warsaw, as YYYY-MM-DD. */
export type HistoryDay = { day: string; rows: HistoryRow[] };

/** What two changes that stand in one row have in common. */
export function rowOf({ id, at, jobId }: HistoryEntry): string {
  return jobId === undefined ? id : `${dayOf(at)} ${jobId}`;
}

/**
 * Changes by day, and a job's changes of a day as one row, in the place of the newest one.
 * @param entries newest first
 * @param viewer the subject of the person who looks
 * @param more there are older ones, which weren't read
 */
export function historyDays(entries: readonly HistoryEntry[], viewer: string, more = false): HistoryDay[] {
  const days = new Map<string, Map<string, HistoryRow>>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const rows = days.get(day) ?? new Map<string, HistoryRow>();
    days.set(day, rows);
    const key = rowOf(entry);
    const row = rows.get(key) ?? { key, entries: [], count: 0, actions: {}, failed: 0, unknown: 0, inFlight: 0 };
    rows.set(key, row);
    row.count += 1;
    if (more && entry === entries.at(-1)) row.cut = true;
    row.actions[entry.action] = (row.actions[entry.action] ?? 0) + 1;
    if (entry.outcome !== "done") row[entry.outcome] += 1;
    if (row.entries.length < SHOWN_OF_JOB) row.entries.push(historyView(entry, viewer));
  }
  return [...days].map(([day, rows]) => ({ day, rows: [...rows.values()] }));
}
