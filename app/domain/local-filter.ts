import type { SellerFilter } from "./query";
import { fold, searchText, searchWords } from "./search";
import type { Seller } from "./seller";

/** The filters that a backend has a parameter for (docs/product.md §7). */
export type BackendFilter = "search" | "accountEnabled";
type Filter = Partial<Omit<SellerFilter, "sort">>;

const none: ReadonlySet<BackendFilter> = new Set();
const all: ReadonlySet<BackendFilter> = new Set(["search", "accountEnabled"]);

export function sellerFilter({ q = "", status, mpk, names }: Filter): ((seller: Seller) => boolean) | undefined {
  if (!q && !status && !mpk && !names) return undefined;
  const words = searchWords(q);
  const beginning = fold(mpk ?? "");
  return (seller) =>
    (!status || seller.accountEnabled === (status === "active")) &&
    (!beginning || fold(seller.mpk).startsWith(beginning)) &&
    (!names || !(seller.firstName?.trim() || seller.surname?.trim())) &&
    holdsAll(words, seller);
}

function holdsAll(words: readonly string[], seller: Seller): boolean {
  if (words.length === 0) return true;
  const text = searchText(seller);
  return words.every((word) => text.includes(word));
}

/** Filters that the backend doesn't have, or ignores; undefined if the query has none of them. */
export function localFilter(
  { q, status, mpk, names }: Filter,
  ignored = none,
): ((seller: Seller) => boolean) | undefined {
  return sellerFilter({
    mpk,
    names,
    ...(ignored.has("search") ? { q } : {}),
    ...(ignored.has("accountEnabled") ? { status } : {}),
  });
}

/**
 * A broader query that the backend understands: the whole list for sellers with the same value.
 * Its search covers MPK, so the MPK filter becomes the search, unless the person also searches: a
 * backend need not look for both words.
 */
export function backendQuery<Query extends SellerFilter>({ mpk, names, same, ...query }: Query, ignored = none) {
  const { status, ...others } = query;
  const own = same ? all : ignored;
  return {
    ...others,
    q: own.has("search") ? "" : query.q || (mpk ?? ""),
    ...(status && !own.has("accountEnabled") ? { status } : {}),
  };
}

/** The filters that at least one row of the backend's response doesn't match. */
export function contradictedFilters({ q, status }: Filter, sellers: readonly Seller[]): BackendFilter[] {
  const contradicts = (filter: Filter) => {
    const matches = sellerFilter(filter);
    return matches !== undefined && !sellers.every(matches);
  };
  const filters: BackendFilter[] = [];
  if (contradicts({ q })) filters.push("search");
  if (contradicts({ status })) filters.push("accountEnabled");
  return filters;
}
