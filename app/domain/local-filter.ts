import type { SellerFilter } from "./query";
import { fold, searchText, searchWords } from "./search";
import type { Seller } from "./seller";

/** The filters for which a backend can have a parameter (docs/product.md §7). */
export type BackendFilter = "search" | "accountEnabled";
/** The filters that the app applies itself, because the backend lacks or ignores them. */
export type AppFilters = ReadonlySet<BackendFilter>;
type Filter = Partial<Omit<SellerFilter, "sort">>;

const noFilters: AppFilters = new Set();

/** @returns undefined if all sellers match */
export function sellerFilter({ q = "", status, mpk, names }: Filter): ((seller: Seller) => boolean) | undefined {
  if (!q && !status && !mpk && !names) return undefined;
  const words = searchWords(q);
  const mpkPrefix = fold(mpk ?? "");
  return (seller) =>
    (!status || seller.accountEnabled === (status === "active")) &&
    (!mpkPrefix || fold(seller.mpk).startsWith(mpkPrefix)) &&
    (names !== "none" || !(seller.firstName?.trim() || seller.surname?.trim())) &&
    holdsAll(words, seller);
}

function holdsAll(words: readonly string[], seller: Seller): boolean {
  if (words.length === 0) return true;
  const text = searchText(seller);
  return words.every((word) => text.includes(word));
}

/** @returns undefined if the app has nothing to filter */
export function localFilter(
  { q, status, ...others }: Filter,
  appFilters: AppFilters,
): ((seller: Seller) => boolean) | undefined {
  return sellerFilter({
    ...others,
    ...(appFilters.has("search") ? { q } : {}),
    ...(appFilters.has("accountEnabled") ? { status } : {}),
  });
}

// No backend filters by MPK, so the app does. Without a search text the backend also searches for
// the MPK, so that it sends fewer sellers.
export function backendQuery({ q, status, mpk, sort }: SellerFilter, appFilters = noFilters): BackendQuery {
  return {
    q: appFilters.has("search") ? "" : q || (mpk ?? ""),
    sort,
    ...(status && !appFilters.has("accountEnabled") ? { status } : {}),
  };
}

export type BackendQuery = Pick<SellerFilter, "q" | "status" | "sort">;

/** Returns the filters that a row of the backend's response doesn't match. */
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
