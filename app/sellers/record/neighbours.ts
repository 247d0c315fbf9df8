import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";

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
