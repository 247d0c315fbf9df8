import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes, statusChangeIdOf } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Stores the outcomes that the history knows for items of unknown outcome, and for items that a
 * process had begun when it died. The history learns the outcome of a lost response when somebody
 * reads the seller (docs/product.md §11).
 * @returns whether anything was stored. @throws DatabaseUnavailable
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

/** An imported row's account status is set after its seller is added. */
const rowWithStatus = z.object({ accountEnabled: z.boolean() });

/**
 * The item's last entry decides, which for an imported row may be that of the account's status:
 * unknown makes the item unknown, done makes it done. A row whose seller was added, but whose
 * status wasn't set, has failed.
 * @returns undefined if nothing was written: there is no entry, or it failed
 */
export async function recordedOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const wanted = rowWithStatus.safeParse(item).data;
  const statusEntry = wanted && (await findEntry(statusChangeIdOf(changeId)));
  const hasStatusEntry = statusEntry && statusEntry.outcome !== "failed";
  const entry = hasStatusEntry ? statusEntry : await findEntry(changeId);
  if (!entry || entry.outcome === "failed") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.outcome !== "done") return { result: "unknown", reason: "lostAnswer", ...named };
  if (hasStatusEntry) return { result: "done", added: true, ...named };
  if (entry.action !== "create") return { result: "done", ...named };
  return wanted && entry.after.accountEnabled !== wanted.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...named }
    : { result: "done", added: true, ...named };
}
