import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseBusy } from "./errors";
import { isBusy } from "./sqlite-faults";

/** How long a write waits for other writes before it throws DatabaseBusy. */
const WRITE_TIMEOUT_MS = 5_000;
/** How long `bestEffortWrite` waits instead. */
export const BEST_EFFORT_MS = 50;
const MEAN_RETRY_PAUSE_MS = 20;
const MAX_PREPARED_STATEMENTS = 300;

const writeTimeout = new AsyncLocalStorage<number>();

export const withWriteTimeout = <T>(ms: number, run: () => Promise<T>): Promise<T> => writeTimeout.run(ms, run);

const skipsFsync = new AsyncLocalStorage<true>();

/** For writes that a power cut may undo: a lease, for example, isn't needed after a restart. */
export const withoutFsync = <T>(run: () => Promise<T>): Promise<T> => skipsFsync.run(true, run);

/** `writer` runs one transaction at a time. `reader` never waits: it sees the last commit (WAL). */
export class SqliteDriver implements Driver {
  readonly writer: SqliteFile;
  readonly reader: SqliteFile;
  #isFsyncOn = true;
  #writerLock: WriterLock | undefined;

  constructor(writer: DatabaseSyncInstance, reader: DatabaseSyncInstance) {
    this.writer = new SqliteFile(writer);
    this.reader = new SqliteFile(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const giveUpAt = performance.now() + (writeTimeout.getStore() ?? WRITE_TIMEOUT_MS);
    while (this.#writerLock) {
      const remainingMs = giveUpAt - performance.now();
      if (remainingMs <= 0) throw new DatabaseBusy(new Error("Another write of this process is under way"));
      await Promise.race([this.#writerLock.released, pause(remainingMs, undefined, { ref: false })]);
    }
    // No `await` between the loop and this line: two waiting writes would both take the lock.
    this.#writerLock = createWriterLock();
    connection.writerLock = this.#writerLock;
    this.#setFsync(!skipsFsync.getStore());
    while (!this.#tryToBegin(performance.now() < giveUpAt)) await pause(MEAN_RETRY_PAUSE_MS * (0.5 + Math.random()));
  }

  #setFsync(isOn: boolean): void {
    if (isOn !== this.#isFsyncOn) this.writer.exec(`pragma synchronous = ${isOn ? "full" : "normal"}`);
    this.#isFsyncOn = isOn;
  }

  #tryToBegin(mayRetry: boolean): boolean {
    try {
      // `immediate` locks the file at once, so no later statement of the transaction is busy.
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

  async rollbackTransaction(): Promise<void> {
    // After some faults, such as a full disk, SQLite has already rolled back.
    if (this.writer.isInTransaction) this.writer.exec("rollback");
  }

  /**
   * A second call does nothing: after a write without a transaction, both the connection and Kysely
   * call this method.
   */
  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const { writerLock } = connection;
    if (!writerLock) return;
    connection.writerLock = undefined;
    this.#writerLock = undefined;
    writerLock.release();
  }

  async destroy(): Promise<void> {
    this.reader.close();
    try {
      // Copies the WAL into the database file and empties the WAL. `close` doesn't do so until the
      // prepared statements are garbage-collected, and the process exits before.
      this.writer.exec("pragma wal_checkpoint(truncate)");
    } finally {
      this.writer.close();
    }
  }
}

type WriterLock = { released: Promise<void>; release: () => void };

function createWriterLock(): WriterLock {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

class SqliteConnection implements DatabaseConnection {
  /** Set during a transaction of this connection. */
  writerLock: WriterLock | undefined;

  constructor(private readonly driver: SqliteDriver) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { driver } = this;
    if (this.writerLock) return driver.writer.run(query);
    if (isRead(query)) return driver.reader.run(query);
    try {
      await driver.beginTransaction(this);
      const result = driver.writer.run<R>(query);
      await driver.commitTransaction();
      return result;
    } catch (error) {
      // Without the lock nothing is rolled back: `writer` may run another connection's transaction.
      if (this.writerLock) await driver.rollbackTransaction();
      throw error;
    } finally {
      await driver.releaseConnection(this);
    }
  }

  streamQuery(): never {
    throw new Error("guardedDialect has no streams");
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === "RawNode" && /^\s*select\b/i.test(sql));
}

class SqliteFile {
  readonly #statements = new LRUCache<string, { statement: StatementSyncInstance; returnsRows: boolean }>({
    max: MAX_PREPARED_STATEMENTS,
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
