import { optional } from "~/.server/backend/optional";
import { BEST_EFFORT_MS, withWriteTimeout } from "~/.server/db/sqlite-driver";
import { type Alteration, type HistoryEntry, hasValuesAfter } from "~/domain/history-entry";
import { hasSameTexts, type Seller } from "~/domain/seller";
import { listEntries, unknownCreations } from "./history-journal.server";
import { endWrite, markAllInFlight, settleAlteration } from "./pending-write.server";

/** Older writes aren't checked: later writes have usually replaced their values. */
const LATEST_WRITES = 5;

/** Marks writes of unknown outcome (504) as done if the seller, as just read, has their values. */
export async function settleWrites(seller: Seller, limit = LATEST_WRITES): Promise<void> {
  await withWriteTimeout(BEST_EFFORT_MS, async () => {
    const creations = await unknownCreations(seller.displayName);
    const matchingCreations = creations.filter(({ after }) => hasSameTexts(after, seller));
    const entries = await markAllInFlight([...matchingCreations, ...(await unknownAlterationsSeenIn(seller, limit))]);
    const endedWrites = entries.filter(({ outcome }) => outcome === "unknown");
    await Promise.all(endedWrites.map((entry) => settle(entry, seller)));
  });
}

function settle(entry: HistoryEntry, seller: Seller): Promise<void> {
  return entry.action === "create" ? endWrite({ entry, isStored: true }, { seller }) : settleAlteration(entry, seller);
}

/**
 * Like `settleWrites`, but without creations. The caller has the seller's lease, so no other write
 * is running. If an entry seems in flight, its process died before it stored the response.
 */
export async function settleChangesUnderLease(seller: Seller): Promise<void> {
  const entries = await optional(unknownAlterationsSeenIn(seller, LATEST_WRITES));
  await Promise.all((entries ?? []).map((entry) => settleAlteration(entry, seller)));
}

async function unknownAlterationsSeenIn(seller: Seller, limit: number): Promise<Alteration[]> {
  const isSeen = (entry: HistoryEntry): entry is Alteration =>
    entry.action !== "create" && entry.outcome === "unknown" && hasValuesAfter(entry, seller);
  return (await listEntries({ sellerId: seller.id, limit })).filter(isSeen);
}
