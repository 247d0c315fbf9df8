import { type HistoryColumn, historyColumns } from "./preferences";
import { type SellerFilter, type Sort, sortColumn } from "./query";
import type { Seller } from "./seller";

/** When a seller was added, last changed and disabled through this app, in ms since the epoch. */
export type SellerMoments = Partial<Record<HistoryColumn, number>>;

export type MomentsOf = ReadonlyMap<string, SellerMoments>;

/** `until` is exclusive; both in ms since the epoch. */
export type MomentRange = { from: number; until: number };

/** The moments of the sellers that were read, and the ranges of a filter. */
export type Dates = { moments: Map<string, SellerMoments>; ranges: Partial<Record<HistoryColumn, MomentRange>> };

type KnownSeller = Pick<Seller, "id" | "accountEnabled">;

/** @returns undefined if unknown, or for `disabledSince` if the account is active again */
export function momentOf(
  column: HistoryColumn,
  { id, accountEnabled }: KnownSeller,
  moments: MomentsOf,
): number | undefined {
  return column === "disabledSince" && accountEnabled ? undefined : moments.get(id)?.[column];
}

/**
 * @returns undefined if the filter has no dates
 * @throws Error for a filter by dates without `dates`, which would match all sellers
 */
export function datesFilter(
  filter: Partial<SellerFilter>,
  dates?: Dates,
): ((seller: KnownSeller) => boolean) | undefined {
  const columns = historyColumns.filter((column) => filter[column] !== undefined);
  if (columns.length === 0) return undefined;
  if (!dates) throw new Error("A filter by dates needs the sellers' moments");
  return (seller) => columns.every((column) => isWithin(dates.ranges[column], momentOf(column, seller, dates.moments)));
}

function isWithin(range: MomentRange | undefined, moment: number | undefined): boolean {
  return range !== undefined && moment !== undefined && moment >= range.from && moment < range.until;
}

export function dateOrder(sort: Sort): { by: HistoryColumn; direction: "asc" | "desc" } {
  return { by: sortColumn(sort) as HistoryColumn, direction: sort.startsWith("-") ? "desc" : "asc" };
}

/** Sorts sellers who are in order by name. Unknown dates are last in both directions. */
export function sortByDate<Seller extends KnownSeller>(
  byName: readonly Seller[],
  sort: Sort,
  { moments }: Dates,
): Seller[] {
  const { by, direction } = dateOrder(sort);
  const sign = direction === "desc" ? -1 : 1;
  const dated = byName.map((seller) => ({ seller, moment: momentOf(by, seller, moments) }));
  const sorted = dated.toSorted((a, b) => {
    if (a.moment === undefined || b.moment === undefined) return Number(!a.moment) - Number(!b.moment);
    return sign * (a.moment - b.moment);
  });
  return sorted.map(({ seller }) => seller);
}
