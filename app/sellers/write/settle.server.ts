import { editableOf } from "~/sellers/change";
import type { ItemOutcome, ItemReason } from "~/sellers/jobs/job";
import type { SellerRecord } from "~/sellers/seller";
import { endEntry, findEntry } from "./change-journal.server";

/**
 * The record is as it was asked to be, after a try of which nobody knows how it went: done by us if the history holds it.
 * @param otherwise why there was nothing to do
 */
export async function settle(changeId: string, record: SellerRecord, otherwise: ItemReason): Promise<ItemOutcome> {
  const named = { sellerId: record.seller.id, name: record.seller.displayName };
  const entry = await findEntry(changeId);
  if (!entry) return { result: "skipped", reason: otherwise, ...named };
  if (entry.outcome !== "done") await endEntry({ ...entry, after: editableOf(record.seller), outcome: "done" });
  return { result: "done", changeId, ...named };
}
