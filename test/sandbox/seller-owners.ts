import { accounts } from "./accounts";
import { JsonFile } from "./json-file";

/** Those who may use the app; the seeded sellers are dealt out among them. */
const DEALT_TO: string[] = [accounts.franchisee, accounts.listed, accounts.imageless].map(({ sub }) => sub);

/** Whose each seller is. It only matters to a backend that is scoped, and is kept track of in every other one. */
export class SellerOwners {
  readonly #file: JsonFile<Record<string, string>>;
  /** Sellers that were created or handed over, by id. */
  readonly #given: Map<string, string>;

  /** @param path `undefined`: nothing is kept. */
  constructor(path: string | undefined) {
    this.#file = new JsonFile(path, () => Object.fromEntries(this.#given));
    this.#given = new Map(Object.entries(this.#file.read() ?? {}));
  }

  /** @returns the owner's subject; a seeded seller's follows from its id, and so is the same everywhere, every time. */
  of(id: string): string {
    return this.#given.get(id) ?? (DEALT_TO[Number.parseInt(id.slice(0, 8), 16) % DEALT_TO.length] as string);
  }

  give(id: string, subject: string): void {
    this.#given.set(id, subject);
    this.#file.changed();
  }

  reset(): void {
    this.#given.clear();
    this.#file.changed();
  }

  flush(): void {
    this.#file.flush();
  }
}
