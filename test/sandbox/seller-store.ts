import { join } from "node:path";
import { accounts } from "./accounts";
import { Problem } from "./answers";
import { JsonFile } from "./json-file";
import { seedSellers } from "./seed";
import { SellerIndex, type SellersQuery } from "./seller-index";
import type { StoredSeller } from "./types";

/** The sellers with their owners, in memory and on disk. */
export class SellerStore {
  #count: number;
  readonly #file: JsonFile<{ sellers: StoredSeller[]; owners: [id: string, subject: string][] }>;
  readonly #sellers = new Map<string, StoredSeller>();
  readonly #idByEmail = new Map<string, string>();
  /** Owners of sellers that were added or given away, by the seller's id. */
  readonly #owners: Map<string, string>;
  readonly #index = new SellerIndex(
    () => this.#sellers.values(),
    (id) => this.#ownerOf(id),
  );

  constructor(directory: string | undefined, count: number) {
    this.#count = count;
    const path = directory && join(directory, "seller-store.json");
    this.#file = new JsonFile(path, () => ({ sellers: this.all(), owners: [...this.#owners] }));
    const stored = this.#file.read();
    this.#owners = new Map(stored?.owners);
    this.#fill(stored?.sellers ?? seedSellers(count));
  }

  /** @param owner limits the sellers to those of this person */
  all(owner?: string): StoredSeller[] {
    const everybodys = [...this.#sellers.values()];
    return owner === undefined ? everybodys : everybodys.filter(({ id }) => this.#ownerOf(id) === owner);
  }

  list(query: SellersQuery): { sellers: StoredSeller[]; total: number } {
    return this.#index.page(query);
  }

  /** @throws Problem 404 for a missing seller, and for one of another owner */
  get(id: string, owner?: string): StoredSeller {
    const seller = this.#sellers.get(id);
    if (!seller || (owner !== undefined && this.#ownerOf(id) !== owner)) {
      throw new Problem(404, "Nie ma takiego sprzedawcy");
    }
    return seller;
  }

  /** Gives a seller to a person. @throws Problem 404 */
  give(id: string, owner: string): void {
    this.#owners.set(this.get(id).id, owner);
    this.#index.changed(id);
    this.#file.changed();
  }

  /** @throws Problem 409 when another seller has the e-mail address, whatever its case. */
  put(seller: StoredSeller): StoredSeller {
    const holder = this.#idByEmail.get(emailKey(seller));
    if (holder !== undefined && holder !== seller.id) {
      throw new Problem(409, "Adres e-mail jest już zajęty", { detail: "Ten adres e-mail ma już inny sprzedawca." });
    }
    const before = this.#sellers.get(seller.id);
    if (before) this.#idByEmail.delete(emailKey(before));
    this.#sellers.set(seller.id, seller);
    this.#idByEmail.set(emailKey(seller), seller.id);
    this.#index.changed(seller.id);
    this.#file.changed();
    return seller;
  }

  /** @param count how many sellers are seeded; by default as many as before */
  reset(count = this.#count): void {
    this.#count = count;
    this.#owners.clear();
    this.#fill(seedSellers(this.#count));
    this.#file.changed();
  }

  flush(): void {
    this.#file.flush();
  }

  /** A seeded seller's owner is chosen by the first digits of its id. */
  #ownerOf(id: string): string {
    return this.#owners.get(id) ?? (DEALT_TO[Number.parseInt(id.slice(0, 8), 16) % DEALT_TO.length] as string);
  }

  #fill(sellers: Iterable<StoredSeller>): void {
    this.#sellers.clear();
    this.#idByEmail.clear();
    this.#index.changed();
    for (const seller of sellers) {
      this.#sellers.set(seller.id, seller);
      this.#idByEmail.set(emailKey(seller), seller.id);
    }
  }
}

function emailKey(seller: StoredSeller): string {
  return String(seller.email).toLowerCase();
}

/** The franchisees, among whom the seeded sellers are divided. */
const DEALT_TO: string[] = [accounts.franchisee, accounts.listed, accounts.imageless].map(({ sub }) => sub);
