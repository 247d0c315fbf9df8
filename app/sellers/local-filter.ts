import type { SellerFilter } from "./query";
import { fold, searchText, searchWords } from "./search";
import type { Seller } from "./seller";

/**
 * The filters that a backend has no parameter for (docs/product.md §7): MPK and missing names. The app applies them
 * itself, to the sellers of a broader question.
 * @returns undefined when the query has none of them
 */
export function localFilter({
  mpk,
  names,
}: Pick<SellerFilter, "mpk" | "names">): ((seller: Seller) => boolean) | undefined {
  if (!mpk && !names) return undefined;
  const beginning = fold(mpk ?? "");
  return (seller) =>
    (!beginning || fold(seller.mpk).startsWith(beginning)) &&
    (!names || !(seller.firstName?.trim() || seller.surname?.trim()));
}

/** Whether a seller is one of those that a filter is about, by the app's own rules: what a backend answered may be others. */
export function sellerMatcher({ q, status, ...rest }: Omit<SellerFilter, "sort">): (seller: Seller) => boolean {
  const words = searchWords(q);
  const isLocalMatch = localFilter(rest);
  return (seller) =>
    (!status || seller.accountEnabled === (status === "active")) &&
    (!isLocalMatch || isLocalMatch(seller)) &&
    (words.length === 0 || words.every((word) => searchText(seller).includes(word)));
}

/**
 * A query that a backend understands, and whose answer holds all sellers that the given one is about. The backend's search
 * covers MPK, so the MPK filter becomes the search, unless the person searches for something, too: two searches in one
 * may not mean both.
 */
export function backendQuery<Query extends SellerFilter>({ mpk, names, ...query }: Query) {
  return { ...query, q: query.q || (mpk ?? "") };
}
