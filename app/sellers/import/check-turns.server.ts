/** Files that this process checks at once. */
const MAX_CHECKS = 2;
/** Files that wait for their turn: so many, and so many bytes, since each waits in memory. */
const MAX_WAITING = 20;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Of one person. */
const MAX_WAITING_OWN = 1;
/** How long a file waits, in ms: no longer than proxies keep a request. */
const MAX_WAIT_MS = 25_000;

/** A file that isn't checked now: because of the person's own files, or because of everybody's. */
export class NoTurn extends Error {
  readonly because: "own" | "others";

  constructor(because: "own" | "others") {
    super(`A file isn't checked now, because of ${because}`);
    this.name = "NoTurn";
    this.because = because;
  }
}

/** What becomes of a file that was sent. */
export type TurnState = "waiting" | "checking";

type Waiting = { person: string; bytes: number; go: () => void };

/** Who checks a file, and who is next: one file of a person at a time, in the order in which they came. */
export class CheckTurns {
  /** Bytes of the file, by person. */
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];

  /**
   * @param bytes of the file, in memory meanwhile
   * @throws NoTurn when too many wait already, or it took too long; whatever `run` throws
   */
  async take<T>(person: string, bytes: number, run: () => Promise<T>): Promise<T> {
    if (!this.#mayRun(person)) await this.#wait(person, bytes);
    this.#running.set(person, bytes);
    try {
      return await run();
    } finally {
      this.#running.delete(person);
      this.#next();
    }
  }

  /** What becomes of that person's file of so many bytes; null for one that this process doesn't have. */
  stateOf(person: string, bytes: number): TurnState | null {
    if (this.#running.get(person) === bytes) return "checking";
    return this.#waiting.some((each) => each.person === person && each.bytes === bytes) ? "waiting" : null;
  }

  #mayRun(person: string): boolean {
    return this.#running.size < MAX_CHECKS && !this.#running.has(person);
  }

  async #wait(person: string, bytes: number): Promise<void> {
    if (this.#waiting.filter((each) => each.person === person).length >= MAX_WAITING_OWN) throw new NoTurn("own");
    const bytesWaiting = this.#waiting.reduce((sum, each) => sum + each.bytes, bytes);
    if (this.#waiting.length >= MAX_WAITING || bytesWaiting > MAX_WAITING_BYTES) throw new NoTurn("others");
    await new Promise<void>((resolve, reject) => {
      const overdue = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== own);
        reject(new NoTurn(this.#running.has(person) ? "own" : "others"));
      }, MAX_WAIT_MS);
      const own: Waiting = {
        person,
        bytes,
        go: () => {
          clearTimeout(overdue);
          resolve();
        },
      };
      this.#waiting.push(own);
    });
  }

  /** Whoever is let in takes the place at once, before anybody else can ask for it. */
  #next(): void {
    const next = this.#waiting.find(({ person }) => this.#mayRun(person));
    if (!next) return;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#running.set(next.person, next.bytes);
    next.go();
  }
}

/** This process's own. */
export const checkTurns = new CheckTurns();
