import type { SellerFilter } from "./query";
import { fold, searchText, searchWords } from "./search";
import type { Seller } from "./seller";

/** The filters that a backend has a parameter for (docs/product.md §7). */
export type BackendFilter = "search" | "accountEnabled";
type Filter = Partial<Omit<SellerFilter, "sort">>;

const none: ReadonlySet<BackendFilter> = new Set();

/** Whether a seller matches the whole of a filter; undefined when every seller does. */
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

/**
 * The filters that the app applies itself, to the sellers of a broader query: MPK and missing names, for which a backend has
 * no parameter, and the ones that the backend ignores (docs/product.md §7).
 * @returns undefined when the query has none of them
 */
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
 * A query that a backend understands, and whose answer holds all sellers that the given one is about. The backend's search
 * covers MPK, so the MPK filter becomes the search, unless the person searches for something, too: two searches in one
 * may not mean both.
 */
export function backendQuery<Query extends SellerFilter>({ mpk, names, ...query }: Query, ignored = none) {
  const { status, ...others } = query;
  return {
    ...others,
    q: ignored.has("search") ? "" : query.q || (mpk ?? ""),
    ...(status && !ignored.has("accountEnabled") ? { status } : {}),
  };
}

/** The filters that some of a backend's rows contradict. */
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
