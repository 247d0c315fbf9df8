import { setImmediate as nextTurn } from "node:timers/promises";
import { backendQuery, localFilter } from "~/sellers/local-filter";
import type { SellerFilter } from "~/sellers/query";
import type { Seller } from "~/sellers/seller";
import { SeenIds } from "./seen-ids";
import type { SellersApi } from "./sellers-api";

/** Rows asked for at once. */
const BATCH = 1_000;
/** Pages are read twice: a record may have moved to an earlier page meanwhile. */
const MAX_ROUNDS = 2;

export type Batch = {
  sellers: Seller[];
  /** How many match, as far as is known by now: for a filter that the backend doesn't know, how many were found. */
  total: number;
};

/**
 * Every seller that a query matches, each once, in the query's order, a batch at a time; at least one batch, which
 * may be empty. A backend that doesn't page is asked once. Of what was given only a trace of the ids is remembered.
 * @throws whatever `list` throws
 */
export async function* allMatching(
  { list }: Pick<SellersApi, "list">,
  query: SellerFilter,
): AsyncGenerator<Batch, void> {
  const seen = new SeenIds();
  const matches = localFilter(query);
  const asked = backendQuery(query);
  let given = 0;
  const fresh = (seller: Seller) => seen.add(seller.id) && (!matches || matches(seller));
  const batch = (sellers: Seller[], total: number): Batch => {
    given += sellers.length;
    return { sellers, total: matches ? given : total };
  };
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    let size = BATCH;
    let total = 0;
    let moved = false;
    for (let page = 1; page === 1 || (page - 1) * size < total; page += 1) {
      const answer = await list({ ...asked, page, size });
      moved ||= answer.total < total;
      total = answer.total;
      // A backend may have shorter pages than it was asked for.
      if (page === 1 && answer.sellers.length > 0) size = Math.min(size, answer.sellers.length);
      const sellers = answer.sellers.filter(fresh);
      if (sellers.length > 0 || (page === 1 && round === 1)) yield batch(sellers, total);
      if (answer.everything) {
        for (let at = 0; at < answer.everything.length; at += BATCH) {
          const rest = answer.everything.slice(at, at + BATCH).filter(fresh);
          if (rest.length > 0) yield batch(rest, total);
          await nextTurn();
        }
        return;
      }
    }
    if (!moved && seen.size >= total) return;
  }
}
