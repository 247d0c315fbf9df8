import type { SellerQuery } from "~/sellers/query";
import type { Seller } from "~/sellers/seller";
import type { SellersApi } from "../backend/sellers";
import { SeenIds } from "./seen-ids";

/** Rows asked for at once. */
const BATCH = 1_000;
/** Records that move to an earlier page while the pages are read are found by reading once more. */
const MOST_ROUNDS = 2;

export type Batch = {
  sellers: Seller[];
  /** How many match, as far as is known by now. */
  total: number;
};

/**
 * Every seller that a query matches, each once, in the query's order, a batch at a time; at least one batch, which
 * may be empty. A backend that doesn't page is asked once. Of what was given only a trace of the ids is kept.
 * @throws whatever `list` throws
 */
export async function* allMatching(
  { list }: Pick<SellersApi, "list">,
  query: Pick<SellerQuery, "q" | "status" | "sort">,
): AsyncGenerator<Batch, void> {
  const given = new SeenIds();
  const fresh = ({ id }: Seller) => given.add(id);
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    let size = BATCH;
    let total = 0;
    let moved = false;
    for (let page = 1; page === 1 || (page - 1) * size < total; page += 1) {
      const answer = await list({ ...query, page, size });
      moved ||= page > 1 && answer.total < total;
      total = answer.total;
      // A backend may have shorter pages than it was asked for.
      if (page === 1 && answer.sellers.length > 0) size = Math.min(size, answer.sellers.length);
      const sellers = answer.sellers.filter(fresh);
      if (sellers.length > 0 || given.size === 0) yield { sellers, total };
      if (answer.everything) return yield* cut(answer.everything.filter(fresh), total);
    }
    if (!moved && given.size >= total) return;
  }
}

function* cut(sellers: Seller[], total: number): Generator<Batch, void> {
  for (let at = 0; at < sellers.length; at += BATCH) yield { sellers: sellers.slice(at, at + BATCH), total };
}
