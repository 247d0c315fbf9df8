import { known, optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFromHistory, sellerPath, withFrom } from "~/domain/list-link";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import type { NeighbourLinks } from "./neighbour-links";

/**
 * Links to the records before and after one in the list that the person came from, over the borders of its pages, by
 * one call to the backend.
 * @param from that list's query (`fromOf`); none is the list as it first opens
 * @param defaultPageSize its rows per page where the query doesn't say
 * @returns null when the record isn't in that list (any more), the person came from no list, or the backend can't say: the page is as good without.
 */
export async function neighbourLinks(
  sellers: Pick<SellersApi, "list">,
  id: string,
  from: string | null,
  defaultPageSize: number,
): Promise<NeighbourLinks | null> {
  if (isFromHistory(from)) return null;
  const query = parseSellerQuery(new URLSearchParams(from ?? ""), { size: defaultPageSize });
  const asked = neighbourWindow(query);
  const answer = known(await optional(sellers.list(asked)));
  const found = answer && neighboursIn(query, asked, answer, id);
  if (!found) return null;
  const link = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return undefined;
    const list = printSellerQuery({ ...query, page: neighbour.page }, { size: defaultPageSize }).toString();
    return { to: withFrom(sellerPath(neighbour.id), list), name: neighbour.name };
  };
  const { previous, next, position, total } = found;
  return { previous: link(previous), next: link(next), position, total };
}

/** The longest page that is asked for, since a backend may refuse longer ones; no page of ours comes near. */
const MAX_LENGTH = 1_000;

/** A record beside another one in a list, and the page of that list it stands on, from 1. */
export type Neighbour = { id: string; name: string; page: number };

export type Neighbours = {
  previous?: Neighbour;
  next?: Neighbour;
  /** Where the record stands, from 1. */
  position: number;
  total: number;
};

/**
 * The query that brings, in one answer, a whole page of a list and the rows just before and after it. Pages can only
 * be asked for by number and size, so it is the smallest other size at which all those rows stand on one page.
 */
export function neighbourWindow(query: SellerQuery): SellerQuery {
  const first = Math.max(0, (query.page - 1) * query.size - 1);
  const last = query.page * query.size;
  for (let size = last - first + 1; size <= MAX_LENGTH; size += 1) {
    const page = Math.floor(first / size);
    if (page === Math.floor(last / size)) return { ...query, page: page + 1, size };
  }
  return query;
}

/**
 * The records before and after one in a list.
 * @param query the page of the list that the person came from
 * @param asked what was asked for (`neighbourWindow`), and `answer` what came
 * @returns undefined when the record isn't there (any more)
 */
export function neighboursIn(
  query: SellerQuery,
  asked: SellerQuery,
  answer: SellerPage,
  id: string,
): Neighbours | undefined {
  const rows: readonly Seller[] = answer.everything ?? answer.sellers;
  const at = rows.findIndex((seller) => seller.id === id);
  if (at < 0) return undefined;
  const before = answer.everything ? 0 : (answer.page - 1) * pageSizeOf(answer, asked.size);
  const neighbour = (index: number): Neighbour | undefined => {
    const seller = rows[index];
    const page = Math.floor((before + index) / query.size) + 1;
    return seller && { id: seller.id, name: seller.displayName, page };
  };
  return { previous: neighbour(at - 1), next: neighbour(at + 1), position: before + at + 1, total: answer.total };
}

/** A backend may have shorter pages than it was asked for. */
function pageSizeOf({ sellers, total, page }: SellerPage, asked: number): number {
  const whole = Math.min(asked, total - (page - 1) * asked);
  return sellers.length < whole ? sellers.length : asked;
}
