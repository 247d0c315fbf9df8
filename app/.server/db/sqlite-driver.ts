import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseBusy } from "./errors";
import { isBusy } from "./sqlite-faults";

/** How long a write retries to begin while another process writes, in ms. */
const BUSY_MS = 5_000;
/** How long a page waits for a write that it can do without, in ms. */
export const IN_PASSING_MS = 50;
/** The mean pause between two tries, in ms. */
const PAUSE_MS = 20;
/** Prepared statements that are kept: preparing one takes longer than running it. */
const MAX_STATEMENTS = 300;

const patience = new AsyncLocalStorage<number>();

/** Runs writes that wait for other writes for `ms`, not for 5 s, before they throw DatabaseBusy. */
export const withPatience = <T>(ms: number, run: () => Promise<T>): Promise<T> => patience.run(ms, run);

const withoutSync = new AsyncLocalStorage<true>();

/** Runs writes that needn't outlast a power cut: a lease's holder ends by it, too. */
export const unsynced = <T>(run: () => Promise<T>): Promise<T> => withoutSync.run(true, run);

/**
 * Drives two connections to one file. Writes happen one after another and wait for writes of other
 * processes. Reads don't wait: in WAL mode the second connection sees what was last committed.
 */
export class SqliteDriver implements Driver {
  readonly writer: File;
  readonly reader: File;
  /** Whether a commit waits until it is on the disk. */
  #syncs = true;
  /** Settles when the current write has ended. */
  #currentWrite: Promise<void> | undefined;

  constructor(writer: DatabaseSyncInstance, reader: DatabaseSyncInstance) {
    this.writer = new File(writer);
    this.reader = new File(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const giveUpAt = performance.now() + (patience.getStore() ?? BUSY_MS);
    while (this.#currentWrite) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) throw new DatabaseBusy(new Error("Another write of this process is under way"));
      await Promise.race([this.#currentWrite, pause(leftMs, undefined, { ref: false })]);
    }
    this.#currentWrite = new Promise((resolve) => {
      connection.endWrite = () => {
        connection.endWrite = undefined;
        this.#currentWrite = undefined;
        resolve();
      };
    });
    this.#setSync(!withoutSync.getStore());
    // `immediate` takes the file's lock at once, so that no later statement fails as busy.
    while (!this.#tryToBegin(performance.now() < giveUpAt)) await pause(PAUSE_MS * (0.5 + Math.random()));
  }

  #setSync(syncs: boolean): void {
    if (syncs !== this.#syncs) this.writer.exec(`pragma synchronous = ${syncs ? "full" : "normal"}`);
    this.#syncs = syncs;
  }

  #tryToBegin(mayRetry: boolean): boolean {
    try {
      this.writer.exec("begin immediate");
      return true;
    } catch (error) {
      if (mayRetry && isBusy(error)) return false;
      throw error;
    }
  }

  async commitTransaction(): Promise<void> {
    this.writer.exec("commit");
  }

  /** SQLite has already rolled back by itself after some faults, such as a full disk. */
  async rollbackTransaction(): Promise<void> {
    if (this.writer.isInTransaction) this.writer.exec("rollback");
  }

  async releaseConnection({ endWrite }: SqliteConnection): Promise<void> {
    endWrite?.();
  }

  async destroy(): Promise<void> {
    this.reader.close();
    // After `close` only the garbage collector would empty the WAL, and a process ends before that.
    try {
      this.writer.exec("pragma wal_checkpoint(truncate)");
    } finally {
      this.writer.close();
    }
  }
}

class SqliteConnection implements DatabaseConnection {
  /** Set in a transaction. */
  endWrite: (() => void) | undefined;

  constructor(private readonly driver: SqliteDriver) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { driver } = this;
    if (this.endWrite) return driver.writer.run(query);
    if (isRead(query)) return driver.reader.run(query);
    try {
      await driver.beginTransaction(this);
      const result = driver.writer.run<R>(query);
      await driver.commitTransaction();
      return result;
    } catch (error) {
      if (this.endWrite) await driver.rollbackTransaction();
      throw error;
    } finally {
      await driver.releaseConnection(this);
    }
  }

  streamQuery(): never {
    throw new Error("Read in pages by key");
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));
}

class File {
  readonly #statements = new LRUCache<string, { statement: StatementSyncInstance; returnsRows: boolean }>({
    max: MAX_STATEMENTS,
  });

  constructor(private readonly file: DatabaseSyncInstance) {}

  get isInTransaction(): boolean {
    return this.file.isTransaction;
  }

  exec(text: string): void {
    this.file.exec(text);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) return { rows: statement.all(...parameters) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  close(): void {
    this.file.close();
  }

  #prepare(text: string) {
    const cached = this.#statements.get(text);
    if (cached) return cached;
    const statement = this.file.prepare(text);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(text, prepared);
    return prepared;
  }
}
