import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import type { HistoryEntry } from "~/domain/history-entry";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes, statusChangeIdOf } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Copies outcomes from the history to begun items and to unknown items. The history learns the
 * outcome of a lost response when somebody reads the seller. @returns whether an outcome was copied
 */
export async function settleItems(jobId: string, items: Iterable<JobItem> | AsyncIterable<JobItem>): Promise<boolean> {
  const settledItems: [number, ItemOutcome][] = [];
  for await (const { place, item, isBegun, outcome } of items) {
    if (!isBegun && outcome?.result !== "unknown") continue;
    const historyOutcome = await recordedOutcome(changeIdOf(jobId, place), item);
    if (historyOutcome && historyOutcome.result !== outcome?.result) settledItems.push([place, historyOutcome]);
  }
  if (settledItems.length > 0) await inTransaction((tx) => putOutcomes(tx, jobId, settledItems));
  return settledItems.length > 0;
}

const rowWithStatus = z.object({ accountEnabled: z.boolean() });

/**
 * An item has one entry. Only an added seller whose account's status had to be changed, too, has a
 * second entry, which decides. Failed entries don't count. @returns undefined without an entry
 */
export async function recordedOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const row = rowWithStatus.safeParse(item).data;
  const statusEntry = row && (await findEntryUnlessFailed(statusChangeIdOf(changeId)));
  const entry = statusEntry ?? (await findEntryUnlessFailed(changeId));
  if (!entry) return undefined;
  const sellerName = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.outcome !== "done") return { result: "unknown", reason: "lostAnswer", ...sellerName };
  if (!statusEntry && entry.action !== "create") return { result: "done", ...sellerName };
  const hasStatusOfRow = !row || entry.after.accountEnabled === row.accountEnabled;
  return statusEntry || hasStatusOfRow
    ? { result: "done", added: true, ...sellerName }
    : { result: "failed", reason: "addedOnly", ...sellerName };
}

async function findEntryUnlessFailed(id: string): Promise<HistoryEntry | undefined> {
  const entry = await findEntry(id);
  return entry?.outcome === "failed" ? undefined : entry;
}
