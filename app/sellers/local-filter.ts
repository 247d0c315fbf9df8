import type { SellerFilter } from "./query";
import { fold } from "./search";
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

/**
 * A query that a backend understands, and whose answer holds all sellers that the given one is about. The backend's search
 * covers MPK, so the MPK filter becomes the search, unless the person searches for something, too: two searches in one
 * may not mean both.
 */
export function backendQuery<Query extends SellerFilter>({ mpk, names, ...query }: Query) {
  return { ...query, q: query.q || (mpk ?? "") };
}
