import { z } from "zod";
import { hashed } from "~/.server/store/hashed";
import { sealedRecords } from "~/.server/store/sealed-records";
import { secondsLeft } from "./history-retention.server";

/** When each seller was added and last changed through this app, so that a list need not read every seller's history. */
const moments = sealedRecords({
  kind: "seller-moment",
  schema: z.object({ at: z.number() }),
  ttl: secondsLeft,
  id: /^(added|changed)\.[\w-]{43}$/,
});

const momentId = (of: "added" | "changed", sellerId: string) => `${of}.${hashed(sellerId)}`;

/** In ms since the epoch. */
export type SellerMoments = { added?: number; changed?: number };

/** In the order of the ids, by one command. */
export async function sellerMoments(sellerIds: readonly string[]): Promise<SellerMoments[]> {
  const ids = sellerIds.flatMap((id) => [momentId("added", id), momentId("changed", id)]);
  const stored = await moments.findMany(ids);
  return sellerIds.map((_id, at) => ({ added: stored[2 * at]?.at, changed: stored[2 * at + 1]?.at }));
}

/** Keeps a later moment: a change whose outcome is known late may be older than the last one. */
export function noteMoment(of: "added" | "changed", sellerId: string, at: number): Promise<void> {
  return moments.change(momentId(of, sellerId), (latest) => (!latest || latest.at < at ? { at } : undefined));
}

export async function dropMoments(sellerId: string): Promise<void> {
  await Promise.all([moments.delete(momentId("added", sellerId)), moments.delete(momentId("changed", sellerId))]);
}
