/** Too many wait for a slot already: of this person, or of all. */
export class QueueFull extends Error {}

type Limits = {
  /** How many run at once. */
  size: number;
  /** How many of them are one person's. */
  share: number;
  /** How many wait. */
  maxWaiting: number;
  /** How many of them are one person's. */
  waitingShare: number;
};

/**
 * Limits how many run at once, so that nobody waits for another's forty tabs: each person has a share, and a free slot
 * goes to whoever has the fewest, in turn. The rest wait, each person's in the order in which they came.
 */
export class FairSlots {
  readonly #limits: Limits;
  readonly #running = new Map<string, number>();
  /** By person; whoever was let in last stands last. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Waits for a slot and returns the function that gives it back (once).
   * @throws QueueFull when too many wait; the signal's reason when it aborts first.
   */
  async take(person: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isFree() && this.#runningOf(person) < this.#limits.share) this.#enter(person);
    else await this.#wait(person, signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#leave(person);
    };
  }

  #isFree(): boolean {
    return sum(this.#running.values()) < this.#limits.size;
  }

  #runningOf(person: string): number {
    return this.#running.get(person) ?? 0;
  }

  #enter(person: string): void {
    this.#running.set(person, this.#runningOf(person) + 1);
  }

  #wait(person: string, signal: AbortSignal): Promise<void> {
    const { maxWaiting, waitingShare } = this.#limits;
    const own = this.#waiting.get(person) ?? new Set();
    const all = sum([...this.#waiting.values()].map(({ size }) => size));
    if (own.size >= waitingShare || all >= maxWaiting) throw new QueueFull("Too many wait already");
    this.#waiting.set(person, own);
    return new Promise((resolve, reject) => {
      const next = () => {
        signal.removeEventListener("abort", giveUp);
        this.#drop(person, next);
        resolve();
      };
      const giveUp = () => {
        this.#drop(person, next);
        reject(signal.reason);
      };
      own.add(next);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  #drop(person: string, one: () => void): void {
    const own = this.#waiting.get(person);
    own?.delete(one);
    if (own?.size === 0) this.#waiting.delete(person);
  }

  #leave(person: string): void {
    const left = this.#runningOf(person) - 1;
    if (left > 0) this.#running.set(person, left);
    else this.#running.delete(person);
    this.#letIn();
  }

  /** The slot is taken at once, before anybody else can ask for it. */
  #letIn(): void {
    let next: string | undefined;
    for (const person of this.#waiting.keys()) {
      const running = this.#runningOf(person);
      if (running < this.#limits.share && (next === undefined || running < this.#runningOf(next))) next = person;
    }
    const own = next === undefined ? undefined : this.#waiting.get(next);
    const [go] = own ?? [];
    if (next === undefined || !own || !go) return;
    this.#waiting.delete(next);
    this.#waiting.set(next, own);
    this.#enter(next);
    go();
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
