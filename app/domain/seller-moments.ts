import type { HistoryColumn } from "./preferences";
import type { Seller } from "./seller";

/** When a seller was added, last changed and disabled through this app, in ms since the epoch. */
export type SellerMoments = Partial<Record<HistoryColumn, number>>;

/** Moments by the sellers' ids. */
export type MomentsOf = ReadonlyMap<string, SellerMoments>;

/** An account that was enabled elsewhere since then isn't disabled. */
export function momentOf(
  column: HistoryColumn,
  { id, accountEnabled }: Seller,
  moments: MomentsOf,
): number | undefined {
  return column === "disabledSince" && accountEnabled ? undefined : moments.get(id)?.[column];
}
