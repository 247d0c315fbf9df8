import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from "kysely";
import { log } from "~/.server/log";
import { databaseQueries } from "~/.server/metrics";
import { atMostEvery } from "~/.server/times";
import { DatabaseUnavailable, isFullOrBusy } from "./errors";

/** Maps an engine's error to DatabaseUnavailable or a subclass. Returns errors in our SQL as is. */
type TranslateError = (error: unknown) => unknown;

/** During an outage every query fails, so the cause is logged at most once a second. */
const isCauseDue = atMostEvery(1_000);

function logCause(fault: unknown): unknown {
  if (fault instanceof DatabaseUnavailable && !isFullOrBusy(fault) && isCauseDue()) {
    log().error({ err: fault }, "the database can't be used");
  }
  return fault;
}

export function guardedDialect(dialect: Dialect, engineTranslate: TranslateError): Dialect {
  const translate: TranslateError = (error) => logCause(engineTranslate(error));
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new GuardedDriver(dialect.createDriver(), translate),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class GuardedDriver implements Driver {
  constructor(
    private readonly driver: Driver,
    private readonly translate: TranslateError,
  ) {}

  init(): Promise<void> {
    return this.driver.init();
  }

  async acquireConnection(): Promise<GuardedConnection> {
    const startedAt = performance.now();
    try {
      return new GuardedConnection(await this.driver.acquireConnection(), this.translate);
    } catch (error) {
      // Kysely measures only queries, so a failed attempt to connect is measured here.
      const seconds = (performance.now() - startedAt) / 1000;
      databaseQueries.observe({ query: "connect", outcome: "unavailable" }, seconds);
      throw this.translate(error);
    }
  }

  beginTransaction({ connection }: GuardedConnection, settings: TransactionSettings): Promise<void> {
    return this.#translated(this.driver.beginTransaction(connection, settings));
  }

  commitTransaction({ connection }: GuardedConnection): Promise<void> {
    return this.#translated(this.driver.commitTransaction(connection));
  }

  /**
   * Ignores an error of the rollback (on a full disk, for example), so that Kysely throws the error
   * that has stopped the transaction.
   */
  async rollbackTransaction({ connection }: GuardedConnection): Promise<void> {
    await this.driver.rollbackTransaction(connection).catch(() => undefined);
  }

  #translated<T>(running: Promise<T>): Promise<T> {
    return running.catch((error: unknown) => Promise.reject(this.translate(error)));
  }

  releaseConnection({ connection }: GuardedConnection): Promise<void> {
    return this.driver.releaseConnection(connection);
  }

  destroy(): Promise<void> {
    return this.driver.destroy();
  }
}

class GuardedConnection implements DatabaseConnection {
  constructor(
    readonly connection: DatabaseConnection,
    private readonly translate: TranslateError,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.connection.executeQuery<R>({ ...query, parameters: query.parameters.map(toParameter) });
    } catch (error) {
      throw this.translate(error);
    }
  }

  streamQuery(): never {
    throw new Error("A stream would block SQLite's other reads: read in pages by key");
  }
}

function toParameter(value: unknown): unknown {
  // `undefined` becomes null. PostgreSQL's driver does the same, but SQLite's driver would throw.
  if (value === undefined) return null;
  // U+0000 becomes the replacement character: PostgreSQL would refuse a text with U+0000, and
  // SQLite's driver would cut the text there.
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
