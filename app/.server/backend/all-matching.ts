import { setImmediate as nextTurn } from "node:timers/promises";
import { backendQuery, localFilter } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { SeenIds } from "./seen-ids";
import type { SellersApi } from "./sellers-api";
import { sellersBackend } from "./sellers-backend";

/** Rows per request. Larger pages outlive more minor collections: 1,000 made an export of 10⁶ sellers take 67 instead of 43 MB. */
const BATCH = 500;
/** Pages are read twice: a record may have moved to an earlier page meanwhile. */
const MAX_ROUNDS = 2;

export type Batch = {
  sellers: Seller[];
  /** How many match, as far as is known by now: for a filter that the backend doesn't know, how many were found. */
  total: number;
};

/**
 * Every seller that a query matches, each once, in the query's order, a batch at a time; at least one batch, which
 * may be empty. A backend that doesn't page is asked once. Of the sellers given out only hashes of their ids are remembered.
 * @throws whatever `list` throws
 */
export async function* allMatching(
  { list }: Pick<SellersApi, "list">,
  query: SellerFilter,
): AsyncGenerator<Batch, void> {
  const seen = new SeenIds();
  let ignored = sellersBackend().ignoredFilters;
  let matches = localFilter(query, ignored);
  let given = 0;
  const fresh = (seller: Seller) => seen.add(seller.id) && (!matches || matches(seller));
  const batch = (sellers: Seller[], total: number): Batch => {
    given += sellers.length;
    return { sellers, total: matches ? given : total };
  };
  let isFirst = true;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    let total = 0;
    let moved = false;
    let hasNewFilter = false;
    for await (const answer of pagesOf(list, backendQuery(query, ignored))) {
      if (!answer.everything && ignored !== sellersBackend().ignoredFilters) {
        hasNewFilter = true;
        break;
      }
      moved ||= answer.total < total;
      total = answer.total;
      const sellers = answer.sellers.filter(fresh);
      if (sellers.length > 0 || isFirst) yield batch(sellers, total);
      isFirst = false;
      if (!answer.everything) continue;
      for await (const rows of slicesOf(answer.everything)) {
        const rest = rows.filter(fresh);
        if (rest.length > 0) yield batch(rest, total);
      }
      return;
    }
    if (hasNewFilter) {
      // The pages of the broader query begin anew; the sellers given out so far match and aren't repeated.
      ignored = sellersBackend().ignoredFilters;
      matches = localFilter(query, ignored);
      round -= 1;
    } else if (!moved && seen.size >= total) return;
  }
}

/** The pages of a query in their order; a backend that doesn't page gives all of it with the first. */
async function* pagesOf(list: SellersApi["list"], query: SellerFilter): AsyncGenerator<SellerPage, void> {
  let size = BATCH;
  let total = 0;
  for (let page = 1; page === 1 || (page - 1) * size < total; page += 1) {
    const answer = await list({ ...query, page, size });
    total = answer.total;
    // A backend may have shorter pages than it was asked for.
    if (page === 1 && answer.sellers.length > 0) size = Math.min(size, answer.sellers.length);
    yield answer;
  }
}

/** A long list in parts, with a turn of the event loop after each. */
async function* slicesOf(rows: readonly Seller[]): AsyncGenerator<readonly Seller[], void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    yield rows.slice(at, at + BATCH);
    await nextTurn();
  }
}
