import { log } from "~/.server/log";
import { isRecent } from "~/.server/times";

const RETRY_MS = 30_000;

type Options<T> = {
  name: string;
  read: () => Promise<T>;
  freshMs: number;
  /** A document of up to this age is still used while reading fails. */
  maxAgeMs?: number;
};

/** A cache of one document that the provider publishes. Concurrent callers share one request. */
export class ProviderDocument<T> {
  #latest: { value: T; readAt: number } | undefined;
  /** From `since` on, the latest value is used for `forMs` without another read. */
  #fresh = { since: 0, forMs: 0 };
  #reading: Promise<T> | undefined;

  constructor(private readonly options: Options<T>) {}

  get latest(): T | undefined {
    return this.#latest?.value;
  }

  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /** If reading fails, returns the cached value. @throws what `read` throws, if there is none */
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

  invalidate(): void {
    // At most one read in RETRY_MS, even if every request to the provider fails.
    if (this.#latest && !isRecent(RETRY_MS, this.#latest.readAt)) this.#fresh.forMs = 0;
  }
}
