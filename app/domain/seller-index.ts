import { sellerFilter } from "./local-filter";
import type { SellerFilter, SellerQuery, Sort } from "./query";
import { searchText, searchWords } from "./search";
import { type EditableField, type Seller, type SellerPage, sellerFields } from "./seller";

/** The collator is shared, because making one costs more than sorting a page. */
export const collator = new Intl.Collator("pl", { numeric: true });

function compareBy(field: EditableField, a: Seller, b: Seller): number {
  if (field === "accountEnabled") return Number(b.accountEnabled) - Number(a.accountEnabled);
  const [one = "", other = ""] = [a[field], b[field]];
  // Sellers without the text are last.
  if (!sellerFields[field].isRequired && (!one || !other)) return Number(!one) - Number(!other);
  return collator.compare(one, other);
}

export type PageWithAllMatches = SellerPage & { allMatches: readonly Seller[] };

/** Searches, filters and sorts a list of sellers; caches its orders and folded texts. */
export class SellerIndex {
  readonly #orders = new Map<EditableField, readonly Seller[]>();
  readonly #texts = new Map<Seller, string>();

  constructor(readonly sellers: readonly Seller[]) {}

  *find(query: SellerQuery): Generator<void, PageWithAllMatches> {
    const allMatches = yield* this.matches(query);
    const total = allMatches.length;
    const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.size)));
    const start = (page - 1) * query.size;
    return { sellers: allMatches.slice(start, start + query.size), total, page, allMatches };
  }

  /** A generator, so that `inSlices` can serve other requests meanwhile. */
  *matches(filter: SellerFilter): Generator<void, readonly Seller[]> {
    const words = searchWords(filter.q);
    // Without `q`: `isMatch` searches the words itself, because it has the cached folded texts.
    const matchesFilters = sellerFilter({ ...filter, q: "" });
    const isUnfiltered = words.length === 0 && matchesFilters === undefined;
    const order = this.#ordered(filter.sort);
    const isMatch = (seller: Seller) =>
      (matchesFilters?.(seller) ?? true) && words.every((word) => this.#text(seller).includes(word));
    return isUnfiltered ? order : yield* filtered(order, isMatch);
  }

  #ordered(sort: Sort): readonly Seller[] {
    const descending = sort.startsWith("-");
    const field = (descending ? sort.slice(1) : sort) as EditableField;
    const order = this.#orders.get(field) ?? this.#sort(field);
    if (!descending) return order;
    // Sellers without the text are last in a descending order, too.
    return order.toReversed().toSorted((a, b) => Number(a[field] === undefined) - Number(b[field] === undefined));
  }

  #sort(field: EditableField): readonly Seller[] {
    const order = this.sellers.toSorted(
      (a, b) => compareBy(field, a, b) || compareBy("displayName", a, b) || (a.id < b.id ? -1 : 1),
    );
    this.#orders.set(field, order);
    return order;
  }

  #text(seller: Seller): string {
    const text = this.#texts.get(seller) ?? searchText(seller);
    this.#texts.set(seller, text);
    return text;
  }
}

function* filtered(sellers: readonly Seller[], isMatch: (seller: Seller) => boolean): Generator<void, Seller[]> {
  const matches: Seller[] = [];
  for (const [at, seller] of sellers.entries()) {
    if (at % 64 === 0) yield;
    if (isMatch(seller)) matches.push(seller);
  }
  return matches;
}
