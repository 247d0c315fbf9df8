import { type Claim, claim, uniqueToken } from "./claim";
import { store } from "./open-store";

/** Two clocks in ms; the larger difference counts. `running` stops with a paused VM; `wall` may be set back. */
const now = () => ({ running: performance.now(), wall: Date.now() });
type Moment = ReturnType<typeof now>;
const since = ({ running, wall }: Moment) => Math.max(performance.now() - running, Date.now() - wall);

/** Renewals per lease duration. */
const RENEWALS = 6;

/** A lock that renews itself while its process lives. `withLock` is for work of known length. */
export class Lease {
  readonly #claim: Claim;
  /** Constant, so that a lost response to a renewal changes nothing. */
  readonly #owner: string;
  readonly #ms: number;
  /** Start of the current term; undefined when lost or released. */
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

  /** @throws StoreUnavailable */
  static async isHeld(name: string): Promise<boolean> {
    return (await (await store()).get(`lease:${name}`)) !== undefined;
  }

  /** Milliseconds left; not positive when lost. */
  get left(): number {
    return this.#asked ? this.#ms - since(this.#asked) : 0;
  }

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
      // The store may recover before the lease ends; a released lease must not be renewed.
      if (!this.#asked) return;
    }
    this.#renewLater();
  }
}
