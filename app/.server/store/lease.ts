import { type Claim, claim, uniqueToken } from "./claim";
import { store } from "./open-store";

/** Parts of a lease after which it is renewed. */
const RENEWALS = 6;

/**
 * The right to work on something alone, for as long as its holder is alive: it renews itself, and runs out when the
 * process dies or loses the store. (`withLock` is for work whose length is known.)
 */
export class Lease {
  readonly #claim: Claim;
  /** What lies under the key all the while: a renewal whose answer is lost changes nothing. */
  readonly #owner: string;
  readonly #ms: number;
  #until: number;
  #timer: NodeJS.Timeout | undefined;

  private constructor(held: Claim, owner: string, ms: number, until: number) {
    this.#claim = held;
    this.#owner = owner;
    this.#ms = ms;
    this.#until = until;
    this.#renewLater();
  }

  /** @returns `undefined` when somebody else holds it. @throws StoreUnavailable */
  static async take(name: string, ms: number): Promise<Lease | undefined> {
    const asked = performance.now();
    const owner = uniqueToken();
    const held = await claim(`lease:${name}`, owner, ms);
    return held && new Lease(held, owner, ms, asked + ms);
  }

  /** Whether somebody holds it at this moment. @throws StoreUnavailable */
  static async isHeld(name: string): Promise<boolean> {
    return (await (await store()).get(`lease:${name}`)) !== undefined;
  }

  /** Milliseconds for which nobody else can hold it; not positive when it is lost. */
  get left(): number {
    return this.#until - performance.now();
  }

  /** Lets the next one in at once. A store that fails here only makes them wait. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#until = 0;
    await this.#claim.release();
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / RENEWALS).unref();
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    try {
      const renewed = await this.#claim.replace(this.#owner, this.#ms);
      if (this.#until === 0) return;
      this.#until = renewed ? asked + this.#ms : 0;
      if (!renewed) return;
    } catch {
      // The store may be back before the lease is over; one that was given back meanwhile is nobody's to renew.
      if (this.#until === 0) return;
    }
    this.#renewLater();
  }
}
