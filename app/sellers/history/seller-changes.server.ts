import { optional } from "~/.server/backend/optional";
import type { Seller } from "~/domain/seller";
import { lastSwitch, listEntries } from "~/sellers/write/history-journal.server";
import { markAllInFlight } from "~/sellers/write/pending-write.server";
import { type HistoryRow, historyDays } from "./history-rows";

/** Call only after the backend returned the seller to the viewer. */
export async function latestRows(seller: Seller, viewer: string): Promise<HistoryRow[]> {
  const entries = await markAllInFlight(await listEntries({ sellerId: seller.id, limit: 5 }));
  // Convert each entry separately, because `historyDays` merges entries of one job into one row.
  return entries.flatMap((entry) => historyDays([entry], viewer).flatMap(({ rows }) => rows));
}

export type Disabling = { at: number; who?: string; reason?: string };

/** Call only after the backend returned the seller to the viewer. */
export async function lastDisabling(sellerId: string): Promise<Disabling | undefined> {
  const change = await optional(lastSwitch(sellerId));
  if (!change || change.after.accountEnabled) return undefined;
  return { at: change.at, who: change.by.name, reason: change.reason };
}
