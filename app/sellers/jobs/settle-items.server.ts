import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Gives items of unknown outcome, and those that a process had begun when it died, the outcomes that
 * the history has by now: it settles a change when somebody reads its seller (docs/product.md §11).
 * @returns whether anything was stored. @throws DatabaseUnavailable
 */
export async function settleItems(jobId: string, items: Iterable<JobItem> | AsyncIterable<JobItem>): Promise<boolean> {
  const settled: [number, ItemOutcome][] = [];
  for await (const { place, item, isBegun, outcome } of items) {
    if (!isBegun && outcome?.result !== "unknown") continue;
    const known = await recordedOutcome(changeIdOf(jobId, place), item);
    if (known && known.result !== outcome?.result) settled.push([place, known]);
  }
  if (settled.length > 0) await inTransaction((tx) => putOutcomes(tx, jobId, settled));
  return settled.length > 0;
}

/** The state that an imported row asks for is set after the seller is added. */
const rowWithState = z.object({ accountEnabled: z.boolean() });

/** @returns undefined if the history has no entry that says that the item was, or may be, written */
async function recordedOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const entry = await findEntry(changeId);
  if (!entry || entry.outcome === "failed") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.outcome !== "done") return { result: "unknown", reason: "lostAnswer", ...named };
  if (entry.action !== "create") return { result: "done", ...named };
  const wanted = rowWithState.safeParse(item).data;
  return wanted && entry.after.accountEnabled !== wanted.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...named }
    : { result: "done", added: true, ...named };
}
