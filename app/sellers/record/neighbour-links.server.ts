import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFromHistory, sellerPath, withFrom } from "~/domain/paths";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import type { NeighbourLinks } from "./neighbour-links";

/**
 * Returns links to the records before and after this one in the list that the person came from.
 * @param from that list's address, e.g. `/sellers?q=jan&page=2`
 * @returns null if the person came from the history, the list lacks the record, or the backend fails
 */
export async function neighbourLinks(
  sellers: Pick<SellersApi, "list">,
  id: string,
  from: string | null,
  defaultPageSize: number,
): Promise<NeighbourLinks | null> {
  if (isFromHistory(from)) return null;
  const query = parseSellerQuery(new URLSearchParams(from ?? ""), { size: defaultPageSize });
  const requestedQuery = neighbourWindow(query);
  const answer = await optional(sellers.list(requestedQuery));
  const place = answer && neighboursIn(query, requestedQuery, answer, id);
  if (!place) return null;
  const link = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return undefined;
    const list = printSellerQuery({ ...query, page: neighbour.page }, { size: defaultPageSize }).toString();
    return { to: withFrom(sellerPath(neighbour.id), list), name: neighbour.name };
  };
  const { previous, next, position, total } = place;
  return { previous: link(previous), next: link(next), position, total };
}

/** `page` is the number of the neighbour's page in the list, from 1. */
type Neighbour = { id: string; name: string; page: number };

/** Returns the smallest page that holds the query's page with one more row before and after it. */
export function neighbourWindow(query: SellerQuery): SellerQuery {
  const first = Math.max(0, (query.page - 1) * query.size - 1);
  const last = query.page * query.size;
  let size = last - first + 1;
  // Page 3 with 20 rows a page needs rows 39 to 60, from 0: page 2 has them with 31 rows a page.
  while (Math.floor(first / size) !== Math.floor(last / size)) size += 1;
  return { ...query, page: Math.floor(first / size) + 1, size };
}

/** @param requestedQuery `neighbourWindow(query)`. @returns undefined for a missing record */
export function neighboursIn(query: SellerQuery, requestedQuery: SellerQuery, answer: SellerPage, id: string) {
  // A backend that doesn't page sends all sellers at once.
  const rows: readonly Seller[] = answer.everything ?? answer.sellers;
  const at = rows.findIndex((seller) => seller.id === id);
  if (at < 0) return undefined;
  const before = answer.everything ? 0 : (answer.page - 1) * requestedQuery.size;
  const neighbour = (index: number): Neighbour | undefined => {
    const seller = rows[index];
    const page = Math.floor((before + index) / query.size) + 1;
    return seller && { id: seller.id, name: seller.displayName, page };
  };
  return { previous: neighbour(at - 1), next: neighbour(at + 1), position: before + at + 1, total: answer.total };
}
