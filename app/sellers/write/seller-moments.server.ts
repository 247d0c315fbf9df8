import { z } from "zod";
import { hashed } from "~/.server/store/hashed";
import { sealedRecords } from "~/.server/store/sealed-records";
import { secondsLeft } from "./history-retention.server";

/**
 * When a seller was added and last changed through this app, for as long as its history tells of it, so that a list needn't
 * look into every seller's history.
 */
const moments = sealedRecords({
  kind: "seller-moment",
  schema: z.object({ at: z.number() }),
  ttl: secondsLeft,
  id: /^(added|changed)\.[\w-]{43}$/,
});

const momentId = (of: "added" | "changed", sellerId: string) => `${of}.${hashed(sellerId)}`;

/** Milliseconds since the epoch; absent where the history doesn't know. */
export type SellerMoments = { added?: number; changed?: number };

/** Of each of these sellers, in their order, by one question to the store. @throws StoreUnavailable */
export async function sellerMoments(sellerIds: readonly string[]): Promise<SellerMoments[]> {
  const ids = sellerIds.flatMap((id) => [momentId("added", id), momentId("changed", id)]);
  const found = await moments.findMany(ids);
  return sellerIds.map((_id, at) => ({ added: found[2 * at]?.at, changed: found[2 * at + 1]?.at }));
}

/**
 * Notes a moment unless a later one is known: a change whose outcome is found out late may be older than the last one.
 * @throws StoreUnavailable
 */
export function noteMoment(of: "added" | "changed", sellerId: string, at: number): Promise<void> {
  return moments.change(momentId(of, sellerId), (known) => (!known || known.at < at ? { at } : undefined));
}

/** @throws StoreUnavailable */
export async function dropMoments(sellerId: string): Promise<void> {
  await Promise.all([moments.delete(momentId("added", sellerId)), moments.delete(momentId("changed", sellerId))]);
}
