import type { Budget } from "./budget";

/** After so long without a sign, in ms, the process that began a record counts as dead, and the record as given up. */
const BEGUN_MS = 15 * 60_000;
/** Room is taken ahead in steps of so many bytes, instead of anew for each part. */
const STEP_BYTES = 1024 * 1024;

type Owner = { id: string; owner: string; budget: Budget };

/** How a begun record grows within its owner's budget: room is taken before anything is written. */
export class GrowingRoom {
  readonly #of: Owner;
  #used = 0;
  #taken = 0;
  #takenAt = performance.now();

  private constructor(of: Owner) {
    this.#of = of;
  }

  /** @throws OverBudget; StoreUnavailable */
  static async begin(of: Owner): Promise<GrowingRoom> {
    const room = new GrowingRoom(of);
    await room.#take(0);
    return room;
  }

  /** Bytes of all that was written. */
  get used(): number {
    return this.#used;
  }

  /** @throws OverBudget; StoreUnavailable */
  async grow(bytes: number): Promise<void> {
    this.#used += bytes;
    const isFresh = performance.now() - this.#takenAt < BEGUN_MS / 3;
    if (this.#used <= this.#taken && isFresh) return;
    const { maxBytes } = this.#of.budget;
    const ahead = Math.min(this.#used + Math.min(STEP_BYTES, maxBytes / 32), maxBytes);
    await this.#take(Math.max(this.#used, Math.floor(ahead)));
  }

  async #take(bytes: number): Promise<void> {
    const { id, owner, budget } = this.#of;
    this.#takenAt = performance.now();
    await budget.take(owner, { id, bytes, until: Date.now() + BEGUN_MS, begun: true });
    this.#taken = bytes;
  }
}
