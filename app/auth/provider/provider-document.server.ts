import { log } from "~/.server/log";
import { isRecent } from "~/.server/times";

/** A failed read is repeated after this time. */
const RETRY_MS = 30_000;

type Options<T> = {
  name: string;
  read: () => Promise<T>;
  /** After this time the document is read again, in ms. */
  freshMs: number;
  /** While reading fails, the last document is used up to this age, in ms. */
  maxAgeMs?: number;
};

/** A document that the provider publishes. Callers at the same time share one read. */
export class ProviderDocument<T> {
  #latest: { value: T; readAt: number } | undefined;
  /** The latest value is used without reading for `forMs` from `since` (in ms since the epoch). */
  #fresh = { since: 0, forMs: 0 };
  #reading: Promise<T> | undefined;

  constructor(private readonly options: Options<T>) {}

  get latest(): T | undefined {
    return this.#latest?.value;
  }

  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /** Falls back to the latest value when reading fails. @throws what `read` throws */
  async get(): Promise<T> {
    if (this.#latest && isRecent(this.#fresh.forMs, this.#fresh.since)) return this.#latest.value;
    return this.read().catch((error: unknown) => {
      const { name, maxAgeMs = Number.POSITIVE_INFINITY } = this.options;
      if (!this.#latest || Date.now() - this.#latest.readAt > maxAgeMs) throw error;
      log().warn({ err: error }, `${name} read before is used`);
      this.#fresh = { since: Date.now(), forMs: RETRY_MS };
      return this.#latest.value;
    });
  }

  read(): Promise<T> {
    this.#reading ??= this.options
      .read()
      .then((value) => {
        this.#latest = { value, readAt: Date.now() };
        this.#fresh = { since: this.#latest.readAt, forMs: this.options.freshMs };
        return value;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  /** Makes the next `get` read again, unless the latest value is younger than RETRY_MS. */
  invalidate(): void {
    if (this.#latest && !isRecent(RETRY_MS, this.#latest.readAt)) this.#fresh.forMs = 0;
  }
}
