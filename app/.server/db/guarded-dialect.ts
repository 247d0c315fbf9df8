import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from "kysely";
import { log } from "~/.server/log";
import { databaseQueries } from "~/.server/metrics";
import { atMostEvery } from "~/.server/times";
import { DatabaseUnavailable, isFullOrBusy } from "./errors";

/** Maps the engine's errors to DatabaseUnavailable or a subclass, except errors in our SQL. */
type TranslateError = (error: unknown) => unknown;

/** During an outage every query fails, so the cause is logged once a second. */
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
      // Kysely logs and measures queries, but not the failed attempt to connect.
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

  /** If the rollback fails, too, as on a full disk, Kysely throws the transaction's first error. */
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
  // PostgreSQL's driver does the same, but SQLite's driver throws at undefined.
  if (value === undefined) return null;
  // PostgreSQL refuses U+0000 in texts, and SQLite's driver cuts texts at U+0000.
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
