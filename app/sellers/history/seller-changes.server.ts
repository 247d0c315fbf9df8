import { optional } from "~/.server/backend/optional";
import { IN_PASSING_MS, withPatience } from "~/.server/db/sqlite-driver";
import type { HistoryEntry } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { settleCreationsOf } from "~/sellers/write/create-once.server";
import { lastSwitch, listEntries } from "~/sellers/write/history-journal.server";
import { settleEntries } from "~/sellers/write/pending-write.server";
import { type HistoryRow, historyDays } from "./history-rows";

/** Settles writes of unknown outcome that the record shows as done, unless the database is busy. */
export async function settleLatestEntries(seller: Seller, limit: number): Promise<HistoryEntry[]> {
  return withPatience(IN_PASSING_MS, async () => {
    await settleCreationsOf(seller);
    return settleEntries(await listEntries({ sellerId: seller.id, limit }), seller);
  });
}

/** Call only after the backend returned the seller to the viewer. */
export async function latestRows(seller: Seller, viewer: string): Promise<HistoryRow[]> {
  const entries = await settleLatestEntries(seller, 5);
  // Each entry is converted alone, because entries of one job would share a row.
  return entries.flatMap((entry) => historyDays([entry], viewer).flatMap(({ rows }) => rows));
}

export type Disabling = { at: number; who?: string; reason?: string };

/**
 * Call only after the backend returned the seller.
 * @returns undefined if the history has no disabling or a later enabling, or the database fails
 */
export async function lastDisabling(sellerId: string): Promise<Disabling | undefined> {
  const change = await optional(lastSwitch(sellerId));
  if (!change || change.after.accountEnabled) return undefined;
  return { at: change.at, who: change.by.name, reason: change.reason };
}
