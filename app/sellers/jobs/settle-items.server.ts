import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes, statusChangeIdOf } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Copies outcomes from the history to unknown items, and to items that a process began before it
 * died. The history learns the outcome of a lost response when somebody reads the seller.
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

/** @returns undefined if nothing was written */
export async function recordedOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  // If an imported row has a second entry, for the status of its account, the second entry decides.
  const row = rowWithStatus.safeParse(item).data;
  const statusEntry = row && (await findEntry(statusChangeIdOf(changeId)));
  const hasStatusEntry = statusEntry && statusEntry.outcome !== "failed";
  const entry = hasStatusEntry ? statusEntry : await findEntry(changeId);
  if (!entry || entry.outcome === "failed") return undefined;
  const sellerName = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.outcome !== "done") return { result: "unknown", reason: "lostAnswer", ...sellerName };
  if (hasStatusEntry) return { result: "done", added: true, ...sellerName };
  if (entry.action !== "create") return { result: "done", ...sellerName };
  return row && entry.after.accountEnabled !== row.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...sellerName }
    : { result: "done", added: true, ...sellerName };
}
