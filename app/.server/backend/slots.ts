/** Too many calls already wait for a slot. */
export class QueueFull extends Error {}

/** Limits how many calls run at once; the rest wait in a bounded queue, first come first served. */
export class Slots {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number, maxWaiting: number) {
    this.#free = size;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Waits for a slot and returns the function that gives it back (once).
   * @throws QueueFull when the queue is full; the signal's reason when it aborts first.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#give();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new QueueFull("Too many calls wait for this backend");
    return new Promise((resolve, reject) => {
      const next = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(next);
        reject(signal.reason);
      };
      this.#waiting.add(next);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Hands the slot to the one who waits longest, or back to the free ones. */
  #give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
