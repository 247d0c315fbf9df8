import { fold } from "./folding";
import { SEARCHED } from "./seller-rules";
import type { StoredSeller } from "./types";

const collator = new Intl.Collator("pl", { numeric: true });
const ANSWERS_KEPT = 24;

export type SellersQuery = {
  search: string;
  accountEnabled?: boolean;
  /** A field's name, with `-` in front for descending. */
  sort: string;
  page: number;
  pageSize: number;
  /** The subject whose sellers are meant; without it, everybody's. */
  owner?: string;
};

/** Sorted and searched views of the sellers, built when first asked for after a write. */
export class SellerIndex {
  readonly #sellers: () => Iterable<StoredSeller>;
  readonly #ownerOf: (id: string) => string;
  readonly #sorted = new Map<string, StoredSeller[]>();
  readonly #answers = new Map<string, StoredSeller[]>();
  /** What is searched of each seller, by id. */
  readonly #folded = new Map<string, string>();

  constructor(sellers: () => Iterable<StoredSeller>, ownerOf: (id: string) => string) {
    this.#sellers = sellers;
    this.#ownerOf = ownerOf;
  }

  page(query: SellersQuery): { sellers: StoredSeller[]; total: number } {
    const descending = query.sort.startsWith("-");
    const found = this.#find(query, descending ? query.sort.slice(1) : query.sort);
    const first = (query.page - 1) * query.pageSize;
    const sellers: StoredSeller[] = [];
    for (let place = first; place < Math.min(first + query.pageSize, found.length); place += 1) {
      sellers.push(found[descending ? found.length - 1 - place : place] as StoredSeller);
    }
    return { sellers, total: found.length };
  }

  /** Tells that a seller came or changed. */
  changed(id: string): void {
    this.#answers.clear();
    this.#sorted.clear();
    this.#folded.delete(id);
  }

  /** Tells that a seller has another owner. */
  handedOver(): void {
    this.#answers.clear();
  }

  clear(): void {
    this.#answers.clear();
    this.#sorted.clear();
    this.#folded.clear();
  }

  #find({ search, accountEnabled, owner }: SellersQuery, field: string): StoredSeller[] {
    const words = fold(search).split(/\s+/).filter(Boolean);
    const sorted = this.#sort(field);
    if (words.length === 0 && accountEnabled === undefined && owner === undefined) return sorted;
    const question = JSON.stringify([field, accountEnabled, owner, words]);
    let answer = this.#answers.get(question);
    if (!answer) {
      answer = sorted.filter((seller) => {
        if (accountEnabled !== undefined && seller.accountEnabled !== accountEnabled) return false;
        if (owner !== undefined && this.#ownerOf(seller.id) !== owner) return false;
        if (words.length === 0) return true;
        const text = this.#fold(seller);
        return words.every((word) => text.includes(word));
      });
      if (this.#answers.size >= ANSWERS_KEPT) this.#answers.clear();
      this.#answers.set(question, answer);
    }
    return answer;
  }

  #fold(seller: StoredSeller): string {
    let text = this.#folded.get(seller.id);
    if (text === undefined) {
      text = SEARCHED.map((field) => fold(String(seller[field] ?? ""))).join("\n");
      this.#folded.set(seller.id, text);
    }
    return text;
  }

  /** Collation is slow and names repeat, so each distinct text is compared once. */
  #sort(field: string): StoredSeller[] {
    const kept = this.#sorted.get(field);
    if (kept) return kept;
    const sellers = [...this.#sellers()];
    const texts = [...new Set(sellers.map((seller) => textOf(seller, field)))].sort(collator.compare);
    const places = new Map<string, number>();
    let place = 0;
    for (const [at, text] of texts.entries()) {
      if (at > 0 && collator.compare(texts[at - 1] as string, text) !== 0) place = at;
      places.set(text, place);
    }
    const placeOf = (seller: StoredSeller) => places.get(textOf(seller, field)) as number;
    const sorted = sellers.sort((a, b) => placeOf(a) - placeOf(b) || compareIds(a, b));
    if (this.#sorted.size >= ANSWERS_KEPT) this.#sorted.clear();
    this.#sorted.set(field, sorted);
    return sorted;
  }
}

function compareIds(a: StoredSeller, b: StoredSeller): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function textOf(seller: StoredSeller, field: string): string {
  const value = seller[field];
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}
