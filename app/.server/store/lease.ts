import { type Claim, claim, uniqueToken } from "./claim";
import { store } from "./open-store";

/**
 * A moment by two clocks, in ms; the one that says that more time has passed counts. `running` stands still while a virtual
 * machine is paused, although the store's clock runs on; `wall` may be set back.
 */
const now = () => ({ running: performance.now(), wall: Date.now() });
type Moment = ReturnType<typeof now>;
const since = ({ running, wall }: Moment) => Math.max(performance.now() - running, Date.now() - wall);

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
  /** When it was asked for as it is now; none when it is lost or given back. */
  #asked: Moment | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(held: Claim, owner: string, ms: number, asked: Moment) {
    this.#claim = held;
    this.#owner = owner;
    this.#ms = ms;
    this.#asked = asked;
    this.#renewLater();
  }

  /** @returns `undefined` when somebody else holds it. @throws StoreUnavailable */
  static async take(name: string, ms: number): Promise<Lease | undefined> {
    const asked = now();
    const owner = uniqueToken();
    const held = await claim(`lease:${name}`, owner, ms);
    return held && new Lease(held, owner, ms, asked);
  }

  /** Whether somebody holds it at this moment. @throws StoreUnavailable */
  static async isHeld(name: string): Promise<boolean> {
    return (await (await store()).get(`lease:${name}`)) !== undefined;
  }

  /** Milliseconds for which nobody else can hold it; not positive when it is lost. */
  get left(): number {
    return this.#asked ? this.#ms - since(this.#asked) : 0;
  }

  /** Lets the next one in at once. A store that fails here only makes them wait. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked = undefined;
    await this.#claim.release();
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / RENEWALS).unref();
  }

  async #renew(): Promise<void> {
    const asked = now();
    try {
      const renewed = await this.#claim.replace(this.#owner, this.#ms);
      if (!this.#asked) return;
      this.#asked = renewed ? asked : undefined;
      if (!renewed) return;
    } catch {
      // The store may be back before the lease is over; one that was given back meanwhile is nobody's to renew.
      if (!this.#asked) return;
    }
    this.#renewLater();
  }
}
