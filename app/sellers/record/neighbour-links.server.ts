import { optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFromHistory, sellerPath, withFrom } from "~/domain/paths";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import type { NeighbourLinks } from "./neighbour-links";

/** @param from the query of the list that the person came from: `q=jan&page=2` */
export async function neighbourLinks(
  sellers: Pick<SellersApi, "list">,
  id: string,
  from: string | null,
  defaultPageSize: number,
): Promise<NeighbourLinks | null> {
  if (isFromHistory(from)) return null;
  const query = parseSellerQuery(new URLSearchParams(from ?? ""), { size: defaultPageSize });
  const windowQuery = neighbourWindow(query);
  const answer = await optional(sellers.list(windowQuery));
  const place = answer && neighboursIn(query, windowQuery, answer, id);
  if (!place) return null;
  const link = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return undefined;
    const list = printSellerQuery({ ...query, page: neighbour.page }, { size: defaultPageSize }).toString();
    return { to: withFrom(sellerPath(neighbour.id), list), name: neighbour.name };
  };
  const { previous, next, position, total } = place;
  return { previous: link(previous), next: link(next), position, total };
}

/** `page` is the page of the list that has the neighbour's row. */
type Neighbour = { id: string; name: string; page: number };

/** Returns the smallest page that has the rows of the query's page and one more on each side. */
export function neighbourWindow(query: SellerQuery): SellerQuery {
  const first = Math.max(0, (query.page - 1) * query.size - 1);
  const last = query.page * query.size;
  let size = last - first + 1;
  // For example page 3 at 20 rows per page: rows 39 to 60 (from 0) are on page 2 at 31 per page.
  while (Math.floor(first / size) !== Math.floor(last / size)) size += 1;
  return { ...query, page: Math.floor(first / size) + 1, size };
}

export function neighboursIn(query: SellerQuery, windowQuery: SellerQuery, answer: SellerPage, id: string) {
  // `allMatches` is set, for example, if a backend without pages has sent all sellers at once.
  const rows: readonly Seller[] = answer.allMatches ?? answer.sellers;
  const at = rows.findIndex((seller) => seller.id === id);
  if (at < 0) return undefined;
  const rowsBefore = answer.allMatches ? 0 : (answer.page - 1) * windowQuery.size;
  const neighbour = (index: number): Neighbour | undefined => {
    const seller = rows[index];
    const page = Math.floor((rowsBefore + index) / query.size) + 1;
    return seller && { id: seller.id, name: seller.displayName, page };
  };
  return { previous: neighbour(at - 1), next: neighbour(at + 1), position: rowsBefore + at + 1, total: answer.total };
}
