import { backendQuery, localFilter } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { SeenIds } from "./seen-ids";
import { sellersBackend } from "./sellers-backend";

/** Rows asked for at once. */
const BATCH = 1_000;
/** Calls on the way at once. */
const AHEAD = 4;
/** At most 50 000 sellers are looked through: more than any franchisee has, and a bound on the work for a page. */
const MAX_CALLS = 50;

type Sources = {
  /** Asks the backend; on one that doesn't page it answers the whole query at once. */
  list: (asked: SellerQuery) => Promise<SellerPage>;
  /** Stops looking further after so many milliseconds. */
  withinMs: number;
};

/**
 * A page of a list with filters that the backend doesn't know: reads the pages of a broader question in their order
 * and collects the rows of the page that is asked for, and of the last one. Says how far it looked when that was not to
 * the end.
 */
export async function filteredPage(query: SellerQuery, { list, withinMs }: Sources): Promise<SellerPage> {
  const until = performance.now() + withinMs;
  const ignored = sellersBackend().ignoredFilters;
  const asked = backendQuery(query, ignored);
  const first = await list({ ...asked, page: 1, size: BATCH });
  if (first.everything) return first;
  const rows = new PageCollector(query, localFilter(query, ignored));
  rows.take(first.sellers);

  // A backend may have shorter pages than it was asked for.
  const size = Math.min(BATCH, first.sellers.length || BATCH);
  const last = Math.ceil(first.total / size);
  let read = 1;
  while (read < Math.min(last, MAX_CALLS) && performance.now() < until) {
    const next = Array.from({ length: Math.min(AHEAD, last - read, MAX_CALLS - read) }, (_, at) => read + 1 + at);
    for (const { sellers } of await Promise.all(next.map((page) => list({ ...asked, page, size })))) rows.take(sellers);
    read += next.length;
  }
  return { ...rows.page(), ...(read < last ? { scannedCount: read * size } : {}) };
}

/** Of all rows that match, given in order: their number, and those of one page. */
class PageCollector {
  readonly #query: SellerQuery;
  readonly #matches: (seller: Seller) => boolean;
  /** A record that moves while the pages are read may come twice. */
  readonly #seen = new SeenIds();
  #total = 0;
  #page = 1;
  #rows: Seller[] = [];

  constructor(query: SellerQuery, matches: (seller: Seller) => boolean = () => true) {
    this.#query = query;
    this.#matches = matches;
  }

  take(sellers: readonly Seller[]): void {
    for (const seller of sellers) if (this.#matches(seller) && this.#seen.add(seller.id)) this.#collect(seller);
  }

  page(): SellerPage {
    return { sellers: this.#rows, total: this.#total, page: this.#page };
  }

  #collect(seller: Seller): void {
    const page = Math.floor(this.#total / this.#query.size) + 1;
    this.#total += 1;
    if (page > this.#query.page) return;
    if (page > this.#page) this.#rows = [];
    this.#page = page;
    this.#rows.push(seller);
  }
}
