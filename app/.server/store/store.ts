export { DatabaseFull as StoreFull, DatabaseUnavailable as StoreUnavailable } from "../db/errors";

export type LogEntry = {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  value: string;
};

/** Maximum difference between the engine's clock, which dates entries, and ours. */
export const MAX_LOG_CLOCK_SKEW_MS = 60_000;

export type LogQuery = {
  limit: number;
  /** Cursor: only entries older than this id. */
  before?: string;
  /** Inclusive, in ms since the epoch. */
  from?: number;
  /** Exclusive, in ms since the epoch. */
  until?: number;
};

/**
 * Which reserve of an almost full embedded store a write may use; without the last one a living
 * session would be lost.
 */
export type WriteOptions = { reserve?: "signIn" | "last" };

/**
 * Values are strings that the caller seals; keys are `kind:rest`. Every value has a TTL in seconds.
 * Writes and deletions return whether they changed something, atomically across machines. Methods
 * reject with StoreUnavailable within a bounded wait, or StoreFull without room.
 */
export interface Store {
  get(key: string): Promise<string | undefined>;
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>;
  put(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<void>;
  /** writes only if the key does not exist. */
  putIfAbsent(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** writes only if the key exists. */
  updateIfPresent(key: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<boolean>;
  /** writes only while the key holds `expected`. */
  replaceIfEquals(key: string, expected: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** gives an existing value a new TTL. */
  extend(key: string, ttlSeconds: number): Promise<boolean>;
  delete(key: string): Promise<boolean>;
  /** deletes only while the key holds this value. */
  deleteIfEquals(key: string, value: string): Promise<boolean>;
  /** Appends an entry, which is never returned after its TTL. @returns its id */
  append(log: string, value: string, ttlSeconds: number, options?: WriteOptions): Promise<string>;
  /** Newest first, dated by the engine's clock. */
  readLog(log: string, query: LogQuery): Promise<LogEntry[]>;
  removeFromLog(log: string, id: string): Promise<boolean>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type StoreOptions = {
  /** Receives warnings about a store that works, without credentials. */
  warn: (text: string) => void;
  maxBytes?: number;
};
