import { fold } from "./folding";
import { SEARCHED } from "./seller-rules";
import type { StoredSeller } from "./types";

const collator = new Intl.Collator("pl", { numeric: true });
const ANSWERS_KEPT = 24;

type SellersFilter = {
  search: string;
  accountEnabled?: boolean;
  /** The `sub` of a person, to whose sellers the list is limited. */
  owner?: string;
};
/** `sort` is a field's name, with `-` in front for descending. */
export type SellersQuery = SellersFilter & { sort: string; page: number; pageSize: number };

/** Sorted and searched views of the sellers, built when first asked for after a change. */
export class SellerIndex {
  readonly #sellers: () => Iterable<StoredSeller>;
  readonly #ownerOf: (id: string) => string;
  /** Answers by their query, as JSON. */
  readonly #answers = new Map<string, StoredSeller[]>();
  /** The folded text that the search reads, by the seller's id. */
  readonly #folded = new Map<string, string>();

  constructor(sellers: () => Iterable<StoredSeller>, ownerOf: (id: string) => string) {
    this.#sellers = sellers;
    this.#ownerOf = ownerOf;
  }

  page({ page, pageSize, sort, ...filter }: SellersQuery): { sellers: StoredSeller[]; total: number } {
    const matching = this.#find(filter, sort.replace("-", ""));
    const sorted = sort.startsWith("-") ? matching.toReversed() : matching;
    return { sellers: sorted.slice((page - 1) * pageSize, page * pageSize), total: matching.length };
  }

  /** Call it after a change of a seller or its owner; without an id, after a change of all. */
  changed(id?: string): void {
    this.#answers.clear();
    if (id === undefined) this.#folded.clear();
    else this.#folded.delete(id);
  }

  #find({ search, accountEnabled, owner }: SellersFilter, field: string): StoredSeller[] {
    const words = fold(search).split(/\s+/).filter(Boolean);
    if (words.length === 0 && accountEnabled === undefined && owner === undefined) {
      return this.#answer(field, () => inOrder([...this.#sellers()], field));
    }
    const sorted = this.#find({ search: "" }, field);
    return this.#answer(JSON.stringify([field, accountEnabled, owner, words]), () =>
      sorted.filter((seller) => {
        if (accountEnabled !== undefined && seller.accountEnabled !== accountEnabled) return false;
        if (owner !== undefined && this.#ownerOf(seller.id) !== owner) return false;
        return words.length === 0 || words.every((word) => this.#fold(seller).includes(word));
      }),
    );
  }

  #answer(question: string, find: () => StoredSeller[]): StoredSeller[] {
    const cached = this.#answers.get(question);
    if (cached) return cached;
    if (this.#answers.size >= ANSWERS_KEPT) this.#answers.clear();
    const answer = find();
    this.#answers.set(question, answer);
    return answer;
  }

  #fold(seller: StoredSeller): string {
    const text = this.#folded.get(seller.id) ?? SEARCHED.map((field) => fold(String(seller[field] ?? ""))).join("\n");
    this.#folded.set(seller.id, text);
    return text;
  }
}

/** Collation is slow and names repeat, so each distinct text is compared once. */
function inOrder(sellers: StoredSeller[], field: string): StoredSeller[] {
  const textOf = (seller: StoredSeller) => {
    const value = seller[field] ?? "";
    return typeof value === "object" ? "" : String(value);
  };
  const texts = [...new Set(sellers.map(textOf))].sort(collator.compare);
  const places = new Map(texts.map((text, place) => [text, place]));
  const placeOf = (seller: StoredSeller) => places.get(textOf(seller)) as number;
  return sellers.sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}
