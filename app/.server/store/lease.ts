import { randomBytes } from "node:crypto";
import { store } from "./open-store";

/** Parts of a lease after which it is renewed. */
const RENEWALS = 6;

/**
 * The right to work on something alone, for as long as its holder is alive: it renews itself, and runs out when the
 * process dies or loses the store. (`withLock` is for work whose length is known.)
 */
export class Lease {
  readonly #key: string;
  readonly #owner: string;
  readonly #ms: number;
  #until: number;
  #timer: NodeJS.Timeout | undefined;

  private constructor(key: string, owner: string, ms: number, until: number) {
    this.#key = key;
    this.#owner = owner;
    this.#ms = ms;
    this.#until = until;
    this.#renewLater();
  }

  /** @returns `undefined` when somebody else holds it. @throws StoreUnavailable */
  static async take(name: string, ms: number): Promise<Lease | undefined> {
    const owner = randomBytes(16).toString("base64url");
    const asked = performance.now();
    const taken = await (await store()).putIfAbsent(`lease:${name}`, owner, ms / 1000);
    return taken ? new Lease(`lease:${name}`, owner, ms, asked + ms) : undefined;
  }

  /** Milliseconds for which nobody else can hold it; not positive when it is lost. */
  get left(): number {
    return this.#until - performance.now();
  }

  /** Lets the next one in at once. A store that fails here only makes them wait. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#until = 0;
    const kept = await store().catch(() => undefined);
    await kept?.deleteIfEquals(this.#key, this.#owner).catch(() => false);
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / RENEWALS).unref();
  }

  async #renew(): Promise<void> {
    // Close to its end it might be another's by the time the store hears of it.
    if (this.left < this.#ms / 3) return;
    const asked = performance.now();
    try {
      const kept = await store();
      const ours = (await kept.get(this.#key)) === this.#owner;
      const renewed = ours && (await kept.updateIfPresent(this.#key, this.#owner, this.#ms / 1000));
      if (this.#until === 0) return;
      this.#until = renewed ? asked + this.#ms : 0;
      if (!renewed) return;
    } catch {
      // The store may be back before the lease is over.
    }
    this.#renewLater();
  }
}
