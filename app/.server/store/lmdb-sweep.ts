import type { Database } from "lmdb";
import { expiryOf } from "./expiring-record";

/** The first sweep comes soon: much may have expired while no process ran. */
const FIRST_SWEEP_MS = 1_000;
const SWEEP_EVERY_MS = 30_000;
/** After a batch that was full. */
const NEXT_BATCH_MS = 50;
const SWEEP_BATCH = 200;

/** In the expiry index: when, in which database, and the key there (a value's key, or a log's name and entry id). */
export type ExpiryKey = [expiresAt: number, kind: "value" | "log", ...key: string[]];

type Options = {
  values: Database<string, string>;
  logs: Database<string, [log: string, id: string]>;
  expiry: Database<string, ExpiryKey>;
  /** Looks at the newest records. */
  read: <T>(work: () => T) => T;
  /** Runs `work` in a transaction. */
  write: <T>(work: () => T) => Promise<T>;
};

/** Removes what has expired from an embedded store, for as long as it is open. */
export class LmdbSweep {
  readonly #of: Options;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(of: Options) {
    this.#of = of;
    this.#later(FIRST_SWEEP_MS);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#sweep(), ms).unref();
  }

  /** A small batch at a time, so that no other process's write waits long. */
  async #sweep(): Promise<void> {
    let swept = 0;
    try {
      const { expiry, read, write } = this.#of;
      const due = () => [...expiry.getKeys({ end: [Date.now(), "value"], limit: SWEEP_BATCH })];
      const anything = read(due).length > 0;
      // Asked again inside the transaction: another process may have swept meanwhile, or a value got a longer life.
      if (anything) swept = await write(() => this.#removeExpired(due()));
    } catch {
      // An engine in trouble: whoever needs it hears StoreUnavailable; sweeping tries again later.
    }
    this.#later(swept === SWEEP_BATCH ? NEXT_BATCH_MS : SWEEP_EVERY_MS * (0.75 + Math.random() / 2));
  }

  #removeExpired(due: ExpiryKey[]): number {
    const { values, logs, expiry } = this.#of;
    for (const entry of due) {
      const [expiresAt, kind, name, id] = entry;
      expiry.remove(entry);
      if (kind === "log") logs.remove([name as string, id as string]);
      else if (name !== undefined) {
        const record = values.get(name);
        if (record !== undefined && expiryOf(record) <= expiresAt) values.remove(name);
      }
    }
    return due.length;
  }
}
