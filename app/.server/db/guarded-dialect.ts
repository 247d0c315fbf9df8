import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from "kysely";
import { log } from "~/.server/log";
import { databaseQueries } from "~/.server/metrics";
import { atMostEvery } from "~/.server/times";
import { DatabaseUnavailable, isFullOrBusy } from "./errors";

/** "Disk full" becomes DatabaseFull, a lost connection DatabaseUnavailable; wrong SQL of ours stays. */
type TranslateError = (error: unknown) => unknown;

/** An outage fails every query of every page, so its cause is logged once a second. */
const isCauseDue = atMostEvery(1_000);

function logCause(fault: unknown): unknown {
  if (fault instanceof DatabaseUnavailable && !isFullOrBusy(fault) && isCauseDue()) {
    log().error({ err: fault }, "the database can't be used");
  }
  return fault;
}

/** A dialect whose errors are DatabaseUnavailable or DatabaseFull where the engine is at fault. */
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
      // Queries are measured where Kysely logs them. Without a connection none is logged.
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

  /** After a full disk the rollback fails, too; the first error says why. */
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

  /** Rows are read in pages by key: a stream would hold SQLite's only connection. */
  streamQuery(): never {
    throw new Error("Read in pages by key");
  }
}

function toParameter(value: unknown): unknown {
  // As PostgreSQL's driver does; SQLite's refuses it.
  if (value === undefined) return null;
  // PostgreSQL's texts can't hold U+0000, and SQLite's driver cuts texts there.
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
