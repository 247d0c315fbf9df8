/** No slot became free in time, or the queue is full. */
export class NoSlot extends Error {
  /** @param isOwnLimit the person has as many running tasks as one person may have */
  constructor(
    message: string,
    readonly isOwnLimit: boolean,
  ) {
    super(message);
  }
}

type Limits = {
  maxRunning: number;
  maxRunningPerPerson: number;
  maxWaiting: number;
  maxWaitingPerPerson: number;
};

/** A free slot goes to the person with the fewest running tasks, not to one with 40 open tabs. */
export class FairSlots {
  readonly #running = new Map<string, number>();
  /** The waiting tasks by person. The person who got the latest slot is at the end. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(private readonly limits: Limits) {}

  /** @returns a function that frees the slot. @throws NoSlot, or `signal.reason` */
  async take(person: string, signal?: AbortSignal, maxWaitMs?: number): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#hasFreeSlot() && !this.#isAtShare(person)) this.#enter(person);
    else await this.#wait(person, signal, maxWaitMs);
    return () => this.#release(person);
  }

  #isAtShare(person: string): boolean {
    return this.#runningOf(person) >= this.limits.maxRunningPerPerson;
  }

  #hasFreeSlot(): boolean {
    return sum(this.#running.values()) < this.limits.maxRunning;
  }

  #runningOf(person: string): number {
    return this.#running.get(person) ?? 0;
  }

  #enter(person: string): void {
    this.#running.set(person, this.#runningOf(person) + 1);
  }

  #wait(person: string, signal: AbortSignal | undefined, maxWaitMs: number | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerPerson } = this.limits;
    const queue = this.#waiting.get(person) ?? new Set();
    const waitingCount = sum([...this.#waiting.values()].map(({ size }) => size));
    if (queue.size >= maxWaitingPerPerson || waitingCount >= maxWaiting) {
      throw new NoSlot("Too many wait already", this.#isAtShare(person));
    }
    this.#waiting.set(person, queue);
    return new Promise((resolve, reject) => {
      const quitQueue = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        queue.delete(admit);
        if (queue.size === 0) this.#waiting.delete(person);
      };
      const admit = () => {
        quitQueue();
        resolve();
      };
      const giveUp = () => {
        quitQueue();
        reject(signal?.aborted ? signal.reason : new NoSlot(`No slot in ${maxWaitMs} ms`, this.#isAtShare(person)));
      };
      queue.add(admit);
      // Not `AbortSignal.any` with a timeout: its signal may be garbage-collected before it fires
      // (nodejs/node#57736).
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #release(person: string): void {
    const count = this.#runningOf(person) - 1;
    if (count > 0) this.#running.set(person, count);
    else this.#running.delete(person);
    this.#admitNext();
  }

  /** Of the persons with the fewest running tasks, the one who got a slot longest ago is next. */
  #admitNext(): void {
    const [next] = [...this.#waiting]
      .filter(([person]) => !this.#isAtShare(person))
      .sort(([one], [other]) => this.#runningOf(one) - this.#runningOf(other));
    if (!next) return;
    const [person, queue] = next;
    const [admit] = queue;
    if (!admit) return;
    this.#waiting.delete(person);
    this.#waiting.set(person, queue);
    this.#enter(person);
    admit();
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
