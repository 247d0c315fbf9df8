import { z } from "zod";
import { inTransaction } from "~/.server/db/database";
import { findEntry } from "~/sellers/write/history-journal.server";
import type { ItemOutcome } from "./job";
import { changeIdOf, type JobItem, putOutcomes } from "./job-items.server";

/**
 * Once a job is over, takes over what the history knows by now of items of unknown outcome: their
 * changes are settled when somebody reads the seller (docs/product.md §11).
 * @returns whether there was anything to take over; @throws DatabaseUnavailable
 */
export async function settleItems(jobId: string, items: readonly JobItem[]): Promise<boolean> {
  const settled: [number, ItemOutcome][] = [];
  for (const { place, item, outcome } of items) {
    if (outcome?.result !== "unknown") continue;
    const now = await settledOutcome(changeIdOf(jobId, place), item);
    if (now) settled.push([place, now]);
  }
  if (settled.length > 0) await inTransaction((tx) => putOutcomes(tx, jobId, settled));
  return settled.length > 0;
}

/** The state that an imported row asks for is set after the seller is added. */
const withState = z.object({ accountEnabled: z.boolean() });

async function settledOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const entry = await findEntry(changeId);
  if (entry?.outcome !== "done") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.action !== "create") return { result: "done", ...named };
  const asked = withState.safeParse(item).data;
  return asked && entry.after.accountEnabled !== asked.accountEnabled
    ? { result: "failed", reason: "addedOnly", ...named }
    : { result: "done", added: true, ...named };
}
