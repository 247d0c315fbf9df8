import { log } from "~/.server/log";
import { isRecent } from "~/.server/times";

const RETRY_MS = 30_000;

type Options<T> = {
  name: string;
  read: () => Promise<T>;
  freshMs: number;
  /** While reads fail, a document up to this age is used. By default any age is accepted. */
  maxAgeMs?: number;
};

/** A cache of one document that the provider publishes. Concurrent callers share one request. */
export class ProviderDocument<T> {
  #latest: { value: T; readAt: number } | undefined;
  /** For `ms` after `since`, `get` returns the latest value without another read. */
  #readPause = { since: 0, ms: 0 };
  #reading: Promise<T> | undefined;

  constructor(private readonly options: Options<T>) {}

  get latest(): T | undefined {
    return this.#latest?.value;
  }

  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Reads the document after the pause. If reading fails, returns the latest value.
   * @throws the error of `read` if there is no value, or if the value is older than `maxAgeMs`
   */
  async get(): Promise<T> {
    if (this.#latest && isRecent(this.#readPause.ms, this.#readPause.since)) return this.#latest.value;
    return this.read().catch((error: unknown) => {
      const { name, maxAgeMs = Number.POSITIVE_INFINITY } = this.options;
      if (!this.#latest || Date.now() - this.#latest.readAt > maxAgeMs) throw error;
      log().warn({ err: error }, `reading ${name} failed, so the previous one is used`);
      this.#readPause = { since: Date.now(), ms: RETRY_MS };
      return this.#latest.value;
    });
  }

  read(): Promise<T> {
    this.#reading ??= this.options
      .read()
      .then((value) => {
        this.#latest = { value, readAt: Date.now() };
        this.#readPause = { since: this.#latest.readAt, ms: this.options.freshMs };
        return value;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  /**
   * Makes the next `get` read the document, unless the document was read, or a `get` couldn't read
   * it, less than RETRY_MS ago.
   */
  invalidate(): void {
    if (!isRecent(RETRY_MS, this.#readPause.since)) this.#readPause.ms = 0;
  }
}
