import { join } from "node:path";
import { Problem } from "./answers";
import { JsonFile } from "./json-file";
import { seedSellers } from "./seed";
import { SellerIndex, type SellersQuery } from "./seller-index";
import type { StoredSeller } from "./types";

/** More than this is for measuring, and isn't worth writing out after every change. */
const MAX_ON_DISK = 20_000;

/** The sellers, in memory and on disk. */
export class SellerStore {
  readonly #count: number;
  readonly #file: JsonFile<StoredSeller[]>;
  readonly #sellers = new Map<string, StoredSeller>();
  readonly #idByEmail = new Map<string, string>();
  readonly #index = new SellerIndex(() => this.#sellers.values());

  constructor(directory: string | undefined, count: number) {
    this.#count = count;
    const path = directory && count <= MAX_ON_DISK ? join(directory, "sellers.json") : undefined;
    this.#file = new JsonFile(path, () => this.all());
    this.#fill(this.#file.read() ?? seedSellers(count));
  }

  all(): StoredSeller[] {
    return [...this.#sellers.values()];
  }

  list(query: SellersQuery): { sellers: StoredSeller[]; total: number } {
    return this.#index.page(query);
  }

  /** @throws Problem 404 */
  get(id: string): StoredSeller {
    const seller = this.#sellers.get(id);
    if (!seller) throw new Problem(404, "Nie ma takiego sprzedawcy");
    return seller;
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
    this.#index.moved(before, seller);
    this.#file.changed();
    return seller;
  }

  reset(): void {
    this.#fill(seedSellers(this.#count));
    this.#file.changed();
  }

  flush(): void {
    this.#file.flush();
  }

  #fill(sellers: Iterable<StoredSeller>): void {
    this.#sellers.clear();
    this.#idByEmail.clear();
    this.#index.clear();
    for (const seller of sellers) {
      this.#sellers.set(seller.id, seller);
      this.#idByEmail.set(emailKey(seller), seller.id);
    }
  }
}

function emailKey(seller: StoredSeller): string {
  return String(seller.email).toLowerCase();
}
