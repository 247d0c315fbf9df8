import { log } from "~/.server/log";
import { isRecent } from "~/.server/times";

/** A failed read is repeated after this time. */
const RETRY_MS = 30_000;

type Options<T> = {
  name: string;
  read: () => Promise<T>;
  /** How long a read is used, in ms. */
  freshMs: number;
  /** How long a read is used at most while reading fails, in ms. */
  maxAgeMs?: number;
};

/** Something that the provider publishes, read once for all who ask at the same time. */
export class ProviderDocument<T> {
  readonly #options: Options<T>;
  #latest: { value: T; readAt: number } | undefined;
  /** The latest value is used without reading until then; `at` is in ms since the epoch. */
  #tried = { at: 0, usedMs: 0 };
  #reading: Promise<T> | undefined;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  /** The value of the last successful read. */
  get latest(): T | undefined {
    return this.#latest?.value;
  }

  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /** Falls back to the latest value when reading fails. @throws what `read` throws */
  async get(): Promise<T> {
    if (this.#latest && isRecent(this.#tried.usedMs, this.#tried.at)) return this.#latest.value;
    return this.read().catch((error: unknown) => {
      const { name, maxAgeMs = Number.POSITIVE_INFINITY } = this.#options;
      if (!this.#latest || Date.now() - this.#latest.readAt > maxAgeMs) throw error;
      log().warn({ err: error }, `${name} read before is used`);
      this.#tried = { at: Date.now(), usedMs: RETRY_MS };
      return this.#latest.value;
    });
  }

  read(): Promise<T> {
    this.#reading ??= this.#options
      .read()
      .then((value) => {
        this.#latest = { value, readAt: Date.now() };
        this.#tried = { at: this.#latest.readAt, usedMs: this.#options.freshMs };
        return value;
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  /** Has the next `get` read again, unless the value is only just read. */
  invalidate(): void {
    if (this.#latest && !isRecent(RETRY_MS, this.#latest.readAt)) this.#tried.usedMs = 0;
  }
}
