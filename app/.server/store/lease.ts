import { attempts, type Claim, claim, uniqueToken } from "./claim";
import { store } from "./open-store";
import type { WriteOptions } from "./store";

/**
 * Two clocks in ms; the larger difference counts: a paused VM stops one, setting back the other.
 */
const now = () => ({ running: performance.now(), wall: Date.now() });
type Moment = ReturnType<typeof now>;
const since = ({ running, wall }: Moment) => Math.max(performance.now() - running, Date.now() - wall);

const RENEWALS_PER_TERM = 6;

/** A lock that renews itself while its process lives. */
export class Lease {
  readonly #claim: Claim;
  /** Constant, so that a lost response to a renewal changes nothing. */
  readonly #owner: string;
  readonly #ms: number;
  /** Undefined when the lease is lost or released. */
  #termStart: Moment | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(claimed: Claim, owner: string, ms: number, termStart: Moment) {
    this.#claim = claimed;
    this.#owner = owner;
    this.#ms = ms;
    this.#termStart = termStart;
    this.#renewLater();
  }

  /** @returns `undefined` when somebody else holds it. */
  static async take(name: string, ms: number, options?: WriteOptions): Promise<Lease | undefined> {
    const termStart = now();
    const owner = uniqueToken();
    const claimed = await claim(`lease:${name}`, owner, ms, options);
    return claimed && new Lease(claimed, owner, ms, termStart);
  }

  /** Waits until the lease is free. @returns `undefined` when somebody else keeps it for `waitMs` */
  static async wait(name: string, ms: number, waitMs: number, options?: WriteOptions): Promise<Lease | undefined> {
    for await (const _attempt of attempts(waitMs)) {
      const lease = await Lease.take(name, ms, options);
      if (lease) return lease;
    }
    return undefined;
  }

  static async isHeld(name: string): Promise<boolean> {
    return (await (await store()).get(`lease:${name}`)) !== undefined;
  }

  /** Milliseconds left; not positive when lost. */
  get left(): number {
    return this.#termStart ? this.#ms - since(this.#termStart) : 0;
  }

  async release(): Promise<void> {
    clearTimeout(this.#timer);
    this.#termStart = undefined;
    await this.#claim.release();
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / RENEWALS_PER_TERM).unref();
  }

  async #renew(): Promise<void> {
    const termStart = now();
    try {
      const renewed = await this.#claim.replace(this.#owner, this.#ms);
      if (!this.#termStart) return;
      this.#termStart = renewed ? termStart : undefined;
      if (!renewed) return;
    } catch {
      // The store may recover before the lease ends; a released lease must not be renewed.
      if (!this.#termStart) return;
    }
    this.#renewLater();
  }
}
