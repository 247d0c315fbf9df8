/** One record of a log, newest last in the log's own order. */
export type LogEntry = {
  /** Sortable: a later entry of the same log has a greater id. */
  id: string;
  /** When it was appended, in milliseconds since the epoch (UTC). */
  at: number;
  value: string;
};

/**
 * How far the clock that dates a log's entries (Redis' own, say) may be from this process's, in ms. Whoever looks for an
 * entry by a moment of its own looks so much earlier and later.
 */
export const MAX_LOG_CLOCK_SKEW_MS = 60_000;

export type LogQuery = {
  /** At most this many entries. */
  limit: number;
  /** Only entries older than this id (exclusive): the cursor for the next page of a newest-first reading. */
  before?: string;
  /** Only entries appended at or after this moment (ms since the epoch). */
  from?: number;
  /** Only entries appended before this moment (ms since the epoch, exclusive). */
  until?: number;
};

/** `lastRoom`: may use the room that is refused to new values, for a write without which what is stored already is of no use. */
export type WriteOptions = { lastRoom?: boolean };

/**
 * What the app remembers between requests: sessions, renewal locks, form drafts, idempotency claims, job
 * progress, change history. Values are strings, sealed by the caller where they are secret.
 * Keys are `kind:rest`. Every value has a time to live in seconds and is never returned after it.
 * Every method rejects with StoreUnavailable within a bounded wait when the engine can't be reached, and with
 * StoreFull when it has no room for a write.
 */
export interface Store {
  get(key: string): Promise<string | undefined>;
  /** The values of these keys in their order, by one question to the engine. */
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>;
  put(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Atomic across processes and machines; `true` when this call wrote the value. */
  putIfAbsent(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** Atomic; `true` when the key existed (whatever its value) and now holds the new one. */
  updateIfPresent(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** Atomic; writes only while the key holds exactly `expected`, and tells whether it did. */
  replaceIfEquals(key: string, expected: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** `true` when the key existed. */
  delete(key: string): Promise<boolean>;
  /** Atomic; deletes only while the key holds exactly this value (a lock's release). */
  deleteIfEquals(key: string, value: string): Promise<boolean>;
  /** Appends to a log and returns the entry's id. The entry is never returned after its time to live. */
  append(log: string, value: string, ttlSeconds: number): Promise<string>;
  /** Newest first. Its times are the engine's own: which may be MAX_LOG_CLOCK_SKEW_MS off ours. */
  readLog(log: string, query: LogQuery): Promise<LogEntry[]>;
  /** Takes one entry out of a log, so that a log can be an index; `false` when there is none of this id. */
  removeFromLog(log: string, id: string): Promise<boolean>;
  /** Resolves when the engine answers; for `/readyz` and `npm run doctor`. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type StoreOptions = {
  /** Told what is wrong with a store that works all the same, in English, without a credential. */
  warn: (text: string) => void;
  /** How large the embedded store's file may become. */
  maxBytes?: number;
};

/** The engine can't be reached or answers too late: a 503 page, never "signed out". */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super("The store can't be reached", { cause });
    this.name = "StoreUnavailable";
  }
}

/**
 * Reading works, writing doesn't: the disk or the engine's limit is full, the disk is read-only, or a replica is away that every write
 * waits for.
 */
export class StoreFull extends StoreUnavailable {
  constructor(cause: unknown) {
    super(cause);
    this.name = "StoreFull";
    this.message = "The store is full";
  }
}
