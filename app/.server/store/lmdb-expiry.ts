import type { Database } from "lmdb";

/** A stored text begins with its expiry: 15 digits of ms since the epoch. */
const EXPIRY_LENGTH = 15;

export const pack = (expiresAt: number, value: string) => String(expiresAt).padStart(EXPIRY_LENGTH, "0") + value;

/** @returns `undefined` for an expired or damaged record. */
export function unpack(record: string | undefined, now: number): { expiresAt: number; value: string } | undefined {
  if (record === undefined) return undefined;
  const expiresAt = Number(record.slice(0, EXPIRY_LENGTH));
  return expiresAt > now ? { expiresAt, value: record.slice(EXPIRY_LENGTH) } : undefined;
}

/** @returns 0 for a damaged record. */
export function expiryOf(record: string): number {
  return Number(record.slice(0, EXPIRY_LENGTH)) || 0;
}

const FIRST_SWEEP_MS = 1_000;
const SWEEP_EVERY_MS = 30_000;
const PAUSE_AFTER_FULL_BATCH_MS = 50;
const SWEEP_BATCH = 200;

export type ExpiryKey = [expiresAt: number, kind: "value" | "log", ...key: string[]];

type Options = {
  values: Database<string, string>;
  logs: Database<string, [log: string, id: string]>;
  expiry: Database<string, ExpiryKey>;
  read: <T>(work: () => T) => T;
  write: <T>(work: () => T) => Promise<T>;
};

/** Deletes expired records for as long as the store is open. */
export class LmdbSweep {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
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

  /** Batches are small so that other processes' writes do not wait long. */
  async #sweep(): Promise<void> {
    let swept = 0;
    try {
      const { expiry, read, write } = this.#options;
      const due = () => [...expiry.getKeys({ end: [Date.now(), "value"], limit: SWEEP_BATCH })];
      const hasExpired = read(due).length > 0;
      // Query again inside the transaction: another process may have swept or extended a record.
      if (hasExpired) swept = await write(() => this.#removeExpired(due()));
    } catch {
      // The next sweep retries; callers of a failing engine get StoreUnavailable.
    }
    this.#later(swept === SWEEP_BATCH ? PAUSE_AFTER_FULL_BATCH_MS : SWEEP_EVERY_MS * (0.75 + Math.random() / 2));
  }

  #removeExpired(due: ExpiryKey[]): number {
    const { values, logs, expiry } = this.#options;
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
