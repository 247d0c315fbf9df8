import { collator } from "./collation";
import { localFilter } from "./local-filter";
import type { SellerQuery, Sort, SortField } from "./query";
import { searchText, searchWords } from "./search";
import type { Seller, SellerPage } from "./seller";

/** Sellers that are looked at between two interruptions. */
const STEP = 64;

const compareBy: Record<SortField, (a: Seller, b: Seller) => number> = {
  displayName: (a, b) => collator.compare(a.displayName, b.displayName),
  email: (a, b) => collator.compare(a.email, b.email),
  firstName: (a, b) => compareOptional(a.firstName, b.firstName),
  surname: (a, b) => compareOptional(a.surname, b.surname),
  mpk: (a, b) => collator.compare(a.mpk, b.mpk),
  accountEnabled: (a, b) => Number(b.accountEnabled) - Number(a.accountEnabled),
};

/** Those without the value stand last. */
function compareOptional(a: string | undefined, b: string | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return collator.compare(a, b);
}

/**
 * All sellers of a backend that doesn't page: searches, filters, sorts and pages them (docs/product.md §7). Each order
 * and the folded texts are made on first use and cached, so that turning a page doesn't sort thousands of rows again.
 */
export class SellerIndex {
  readonly #sellers: readonly Seller[];
  readonly #orders = new Map<SortField, readonly Seller[]>();
  readonly #texts = new Map<Seller, string>();

  constructor(sellers: readonly Seller[]) {
    this.#sellers = sellers;
  }

  /** The page of matching sellers that a query asks for; yields wherever it may be interrupted. */
  *find(query: SellerQuery): Generator<void, SellerPage> {
    const words = searchWords(query.q);
    const enabled = query.status && query.status === "active";
    const narrowed = localFilter(query);
    const order = this.#ordered(query.sort);
    const all = words.length === 0 && enabled === undefined && narrowed === undefined;
    const found: Seller[] = all ? [...order] : [];
    for (let at = 0; !all && at < order.length; at += 1) {
      if (at % STEP === 0) yield;
      const seller = order[at] as Seller;
      const matches =
        (enabled === undefined || seller.accountEnabled === enabled) &&
        (narrowed === undefined || narrowed(seller)) &&
        words.every((word) => this.#text(seller).includes(word));
      if (matches) found.push(seller);
    }
    const page = Math.min(query.page, Math.max(1, Math.ceil(found.length / query.size)));
    const start = (page - 1) * query.size;
    return { sellers: found.slice(start, start + query.size), total: found.length, page, everything: found };
  }

  #ordered(sort: Sort): readonly Seller[] {
    const descending = sort.startsWith("-");
    const field = (descending ? sort.slice(1) : sort) as SortField;
    const order = this.#orders.get(field) ?? this.#sort(field);
    return descending ? order.toReversed() : order;
  }

  #sort(field: SortField): readonly Seller[] {
    const compare = compareBy[field];
    const order = this.#sellers.toSorted(
      (a, b) => compare(a, b) || compareBy.displayName(a, b) || (a.id < b.id ? -1 : 1),
    );
    this.#orders.set(field, order);
    return order;
  }

  #text(seller: Seller): string {
    const known = this.#texts.get(seller);
    if (known !== undefined) return known;
    const text = searchText(seller);
    this.#texts.set(seller, text);
    return text;
  }
}
