import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { type Database, open, type RootDatabase } from "lmdb";
import { bounded, checkKey, checkTimes, checkTtl, checkValue, logId, logTime, parseLogId } from "./engine-rules";
import { type FolderHold, holdFolder } from "./folder-hold";
import { type ExpiryKey, expiryOf, LmdbSweep, pack, unpack } from "./lmdb-expiry";
import { createdOrChecked, makeFolder, restrictFiles } from "./lmdb-files";
import { LmdbRoom, whyNotWritten } from "./lmdb-room";
import {
  type LogEntry,
  type LogQuery,
  type Store,
  type StoreOptions,
  StoreUnavailable,
  type WriteOptions,
} from "./store";

/** Maximum wait for the one writer of all processes. */
const WRITE_MS = 5_000;
const CLOSE_MS = 5_000;
/** A second handle on one path in this process would deadlock on the write lock. */
const openPaths = new Set<string>();

/**
 * Opens the embedded store, which processes of one machine may share. A power cut may lose the last
 * writes, never integrity.
 * @throws Error naming the path
 */
export async function openLmdb(directory: string, { warn, maxBytes }: StoreOptions): Promise<Store> {
  const path = resolve(directory);
  if (openPaths.has(path)) throw new Error(`The embedded store at ${path} is already open in this process`);
  openPaths.add(path);
  let hold: FolderHold | undefined;
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    hold = await holdFolder(path, { warn });
    if (await createdOrChecked(path)) warn(`The embedded store at ${path} is new and empty`);
    restrictFiles(path);
    return new LmdbStore(path, hold, maxBytes);
  } catch (error) {
    await hold?.release();
    openPaths.delete(path);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The embedded store at ${path} can't be opened: ${reason}`, { cause: error });
  }
}

class LmdbStore implements Store {
  readonly #root: RootDatabase;
  readonly #values;
  readonly #logs;
  readonly #expiry;
  readonly #hold: FolderHold;
  readonly #room: LmdbRoom;
  readonly #sweep: LmdbSweep;
  #closed = false;

  constructor(
    readonly path: string,
    hold: FolderHold,
    maxBytes: number | undefined,
  ) {
    this.#hold = hold;
    // With event-turn batching a failed commit (full disk) leaves an unhandled rejection: a crash.
    this.#root = open(path, { noSubdir: false, eventTurnBatching: false });
    this.#values = this.#root.openDB<string, string>("values", { encoding: "string" });
    this.#logs = this.#root.openDB<string, [log: string, id: string]>("logs", { encoding: "string" });
    this.#expiry = this.#root.openDB<string, ExpiryKey>("expiry", { encoding: "string" });
    const databases = [this.#values, this.#logs, this.#expiry] as Database[];
    this.#room = new LmdbRoom({ root: this.#root, databases, path, maxBytes });
    this.#sweep = new LmdbSweep({
      values: this.#values,
      logs: this.#logs,
      expiry: this.#expiry,
      read: (work) => this.#read(work),
      write: (work) => this.#write(work),
    });
  }

  async get(key: string) {
    checkKey(key);
    return this.#read(() => unpack(this.#values.get(key), Date.now())?.value);
  }

  async getMany(keys: readonly string[]) {
    for (const key of keys) checkKey(key);
    return this.#read(() => keys.map((key) => unpack(this.#values.get(key), Date.now())?.value));
  }

  async put(key: string, value: string, ttlSeconds: number, options?: WriteOptions) {
    await this.#putWhen(key, value, ttlSeconds, () => true, options);
  }

  async putIfAbsent(key: string, value: string, ttlSeconds: number, options?: WriteOptions) {
    return this.#putWhen(key, value, ttlSeconds, (live) => live === undefined, options);
  }

  async updateIfPresent(key: string, value: string, ttlSeconds: number, options?: WriteOptions) {
    return this.#putWhen(key, value, ttlSeconds, (live) => live !== undefined, options);
  }

  async replaceIfEquals(key: string, expected: string, value: string, ttlSeconds: number) {
    return this.#putWhen(key, value, ttlSeconds, (live) => live === expected);
  }

  async extend(key: string, ttlSeconds: number) {
    checkKey(key);
    const ttlMs = checkTtl(ttlSeconds);
    return this.#write(() => {
      const now = Date.now();
      const live = unpack(this.#values.get(key), now);
      if (!live) return false;
      this.#expiry.remove([live.expiresAt, "value", key]);
      this.#values.put(key, pack(now + ttlMs, live.value));
      this.#expiry.put([now + ttlMs, "value", key], "1");
      return true;
    });
  }

  async delete(key: string) {
    return this.#removeWhen(key, () => true);
  }

  async deleteIfEquals(key: string, value: string) {
    return this.#removeWhen(key, (live) => live === value);
  }

  async append(log: string, value: string, ttlSeconds: number, options?: WriteOptions) {
    checkKey(log);
    checkValue(value);
    const ttlMs = checkTtl(ttlSeconds);
    this.#takeRoom(value, options);
    return this.#write(() => {
      const now = Date.now();
      const [newest] = this.#logs.getKeys({ start: [log, logTime(Infinity)], end: [log, ""], reverse: true, limit: 1 });
      const last = newest && parseLogId(newest[1]);
      // A clock set back must not sort a later entry before an earlier one.
      const id = last && last.at >= now ? logId(last.at, last.sequence + 1) : logId(now, 0);
      this.#logs.put([log, id], pack(now + ttlMs, value));
      this.#expiry.put([now + ttlMs, "log", log, id], "1");
      return id;
    });
  }

  async readLog(log: string, { limit, before, ...times }: LogQuery) {
    checkKey(log);
    const { from, until } = checkTimes(times);
    if (before !== undefined && !parseLogId(before)) return [];
    const bounds = [logTime(until), before ?? logTime(Infinity)].sort();
    return this.#read(() => {
      const now = Date.now();
      const entries: LogEntry[] = [];
      if (limit <= 0) return entries;
      const range = { start: [log, bounds[0] as string], end: [log, logTime(from)] };
      for (const { key, value: record } of this.#logs.getRange({ ...range, reverse: true, exclusiveStart: true })) {
        const id = key[1];
        const live = unpack(record, now);
        if (live) entries.push({ id, at: Number(id.slice(0, 15)), value: live.value });
        if (entries.length >= limit) break;
      }
      return entries;
    });
  }

  async removeFromLog(log: string, id: string) {
    checkKey(log);
    if (!parseLogId(id)) return false;
    return this.#write(() => {
      const record = this.#logs.get([log, id]);
      if (record === undefined) return false;
      this.#expiry.remove([expiryOf(record), "log", log, id]);
      this.#logs.remove([log, id]);
      return unpack(record, Date.now()) !== undefined;
    });
  }

  async ping() {
    await this.#write(() => undefined);
  }

  async close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#sweep.stop();
    await bounded(CLOSE_MS, this.#root.close());
    await this.#hold.release();
    openPaths.delete(this.path);
  }

  async #putWhen(
    key: string,
    value: string,
    ttlSeconds: number,
    condition: (live: string | undefined) => boolean,
    options?: WriteOptions,
  ) {
    checkKey(key);
    checkValue(value);
    const ttlMs = checkTtl(ttlSeconds);
    this.#takeRoom(value, options);
    return this.#write(() => {
      const now = Date.now();
      const record = this.#values.get(key);
      if (!condition(unpack(record, now)?.value)) return false;
      if (record !== undefined) this.#expiry.remove([expiryOf(record), "value", key]);
      this.#values.put(key, pack(now + ttlMs, value));
      this.#expiry.put([now + ttlMs, "value", key], "1");
      return true;
    });
  }

  async #removeWhen(key: string, condition: (live: string) => boolean) {
    checkKey(key);
    return this.#write(() => {
      const record = this.#values.get(key);
      const live = unpack(record, Date.now());
      if (record === undefined || !live || !condition(live.value)) return false;
      this.#expiry.remove([live.expiresAt, "value", key]);
      this.#values.remove(key);
      return true;
    });
  }

  #takeRoom(value: string, options?: WriteOptions): void {
    this.#checkHeld();
    this.#room.take(value.length, options);
  }

  #checkHeld(): void {
    if (this.#closed) throw new StoreUnavailable(new Error("The store is closed"));
    if (this.#hold.lost) throw new StoreUnavailable(this.#hold.lost);
  }

  #read<T>(work: () => T): T {
    this.#checkHeld();
    try {
      // Without this a snapshot of this turn would hide other processes' writes.
      this.#root.resetReadTxn();
      return work();
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }

  async #write<T>(work: () => T): Promise<T> {
    this.#checkHeld();
    const transaction = this.#root.transaction(work).catch(async (error: unknown) => {
      throw await whyNotWritten(error, this.path);
    });
    return bounded(WRITE_MS, transaction);
  }
}
