import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes, statusChangeIdOf } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Copies outcomes from the history to unknown items, and to items that a process began before it
 * died. The history learns the outcome of a lost response when somebody reads the seller.
 * @returns whether anything was stored
 */
export async function settleItems(jobId: string, items: Iterable<JobItem> | AsyncIterable<JobItem>): Promise<boolean> {
  const settled: [number, ItemOutcome][] = [];
  for await (const { place, item, isBegun, outcome } of items) {
    if (!isBegun && outcome?.result !== "unknown") continue;
    const recorded = await recordedOutcome(changeIdOf(jobId, place), item);
    if (recorded && recorded.result !== outcome?.result) settled.push([place, recorded]);
  }
  if (settled.length > 0) await inTransaction((tx) => putOutcomes(tx, jobId, settled));
  return settled.length > 0;
}

const rowWithStatus = z.object({ accountEnabled: z.boolean() });

/**
 * An imported row may have two entries: its addition, and then the status of its account. The
 * status entry decides if it exists. @returns undefined if nothing was written
 */
export async function recordedOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const row = rowWithStatus.safeParse(item).data;
  const statusEntry = row && (await findEntry(statusChangeIdOf(changeId)));
  const hasStatusEntry = statusEntry && statusEntry.outcome !== "failed";
  const entry = hasStatusEntry ? statusEntry : await findEntry(changeId);
  if (!entry || entry.outcome === "failed") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.outcome !== "done") return { result: "unknown", reason: "lostAnswer", ...named };
  if (hasStatusEntry) return { result: "done", added: true, ...named };
  if (entry.action !== "create") return { result: "done", ...named };
  return row && entry.after.accountEnabled !== row.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...named }
    : { result: "done", added: true, ...named };
}
