import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import { changeIdOf, type JobItem, putOutcomes } from "./item-store.server";
import type { ItemOutcome } from "./job";

/**
 * Replaces unknown outcomes by those that the history has by now: it settles a change when somebody
 * reads its seller (docs/product.md §11).
 * @returns whether anything was stored. @throws DatabaseUnavailable
 */
export async function settleItems(jobId: string, items: readonly JobItem[]): Promise<boolean> {
  const settled: [number, ItemOutcome][] = [];
  for (const { place, item, outcome } of items) {
    if (outcome?.result !== "unknown") continue;
    const known = await settledOutcome(changeIdOf(jobId, place), item);
    if (known) settled.push([place, known]);
  }
  if (settled.length > 0) await inTransaction((tx) => putOutcomes(tx, jobId, settled));
  return settled.length > 0;
}

/** The state that an imported row asks for is set after the seller is added. */
const rowWithState = z.object({ accountEnabled: z.boolean() });

async function settledOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const entry = await findEntry(changeId);
  if (entry?.outcome !== "done") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.action !== "create") return { result: "done", ...named };
  const wanted = rowWithState.safeParse(item).data;
  return wanted && entry.after.accountEnabled !== wanted.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...named }
    : { result: "done", added: true, ...named };
}
