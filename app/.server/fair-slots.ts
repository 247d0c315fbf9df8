/** No slot became free in time, or the queue is full. */
export class NoSlot extends Error {
  /** The person's own tasks take all that one person may have. */
  readonly isOwn: boolean;

  constructor(message: string, isOwn: boolean) {
    super(message);
    this.isOwn = isOwn;
  }
}

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

/** A free slot goes to the person with the fewest running tasks, so no one waits for forty tabs. */
export class FairSlots {
  readonly #limits: Limits;
  readonly #running = new Map<string, number>();
  /** Its keys are persons; the person who got a slot last is at the end. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @returns a function that frees the slot. @throws NoSlot, `gone.reason` */
  async take(person: string, gone?: AbortSignal, maxWaitMs?: number): Promise<() => void> {
    gone?.throwIfAborted();
    if (this.#isFree() && !this.#hasShare(person)) this.#enter(person);
    else await this.#wait(person, gone, maxWaitMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave(person);
    };
  }

  #hasShare(person: string): boolean {
    return this.#runningOf(person) >= this.#limits.share;
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

  /** `AbortSignal.any` may be collected before it fires (nodejs/node#57736). */
  #wait(person: string, gone: AbortSignal | undefined, maxWaitMs: number | undefined): Promise<void> {
    const { maxWaiting, waitingShare } = this.#limits;
    const own = this.#waiting.get(person) ?? new Set();
    const all = sum([...this.#waiting.values()].map(({ size }) => size));
    if (own.size >= waitingShare || all >= maxWaiting) {
      throw new NoSlot("Too many wait already", this.#hasShare(person));
    }
    this.#waiting.set(person, own);
    return new Promise((resolve, reject) => {
      const next = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(gone?.aborted ? gone.reason : new NoSlot(`No slot in ${maxWaitMs} ms`, this.#hasShare(person)));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const leave = () => {
        clearTimeout(timer);
        gone?.removeEventListener("abort", giveUp);
        this.#drop(person, next);
      };
      own.add(next);
      gone?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #drop(person: string, one: () => void): void {
    const own = this.#waiting.get(person);
    own?.delete(one);
    if (own?.size === 0) this.#waiting.delete(person);
  }

  #leave(person: string): void {
    const count = this.#runningOf(person) - 1;
    if (count > 0) this.#running.set(person, count);
    else this.#running.delete(person);
    this.#letIn();
  }

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
