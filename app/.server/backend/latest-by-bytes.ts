type Bounds = {
  /** Shorter and longer ones, in bytes, aren't kept. The longest is also what all of them together may hold. */
  minBytes: number;
  maxBytes: number;
  maxCount: number;
};

/** What was made of the latest answers, each beside the very bytes that it was made of; the oldest give way. */
export class LatestByBytes<T extends { bytes: Buffer }> {
  readonly #bounds: Bounds;
  /** Newest last. */
  #kept: T[] = [];

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Whether an answer of that length would be kept. */
  takes({ length }: Buffer): boolean {
    return length >= this.#bounds.minBytes && length <= this.#bounds.maxBytes;
  }

  find(bytes: Buffer): T | undefined {
    return this.#kept.find((each) => each.bytes.equals(bytes));
  }

  /** Keeps it as the newest. */
  keep(entry: T): void {
    if (!this.takes(entry.bytes)) return;
    this.#kept = [...this.#kept.filter((each) => each !== entry), entry].slice(-this.#bounds.maxCount);
    while (this.#bytes() > this.#bounds.maxBytes) this.#kept.shift();
  }

  #bytes(): number {
    return this.#kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}
