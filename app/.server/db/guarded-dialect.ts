import { setTimeout as pause } from "node:timers/promises";
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  DialectAdapter,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import { databaseQueries } from "~/.server/metrics";

type Guards = {
  /** Turns an error of the engine into ours; errors of our own SQL stay as they are. */
  translate: (error: unknown) => unknown;
  /** Whether another process is writing, so that the statement is worth a retry. */
  isBusy?: (error: unknown) => boolean;
  /** Begins and ends transactions, if the dialect's own way won't do. */
  control?: (statement: "begin" | "commit" | "rollback") => unknown;
  adapter?: DialectAdapter;
  toParameter?: (value: unknown) => unknown;
};

/** A dialect whose errors are DatabaseUnavailable or DatabaseFull where the engine is at fault. */
export function guardedDialect(dialect: Dialect, guards: Guards): Dialect {
  return {
    createAdapter: () => guards.adapter ?? dialect.createAdapter(),
    createDriver: () => new GuardedDriver(dialect.createDriver(), guards),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** How long a statement is retried while another process writes, in ms. */
const BUSY_MS = 5_000;
/** The mean pause between two tries, in ms. */
const PAUSE_MS = 20;

/** Retries while the engine is busy. @throws the translated error */
async function withBusyRetry<T>({ isBusy = () => false, translate }: Guards, run: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw translate(error);
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

class GuardedDriver implements Driver {
  constructor(
    private readonly driver: Driver,
    private readonly guards: Guards,
  ) {}

  init(): Promise<void> {
    return this.driver.init();
  }

  async acquireConnection(): Promise<GuardedConnection> {
    const startedAt = performance.now();
    try {
      return new GuardedConnection(await this.driver.acquireConnection(), this.guards);
    } catch (error) {
      // Kysely only logs queries, and without a connection no query begins.
      const seconds = (performance.now() - startedAt) / 1000;
      databaseQueries.observe({ query: "connect", outcome: "unavailable" }, seconds);
      throw this.guards.translate(error);
    }
  }

  async beginTransaction(connection: GuardedConnection, settings: TransactionSettings): Promise<void> {
    await this.#control("begin", () => this.driver.beginTransaction(connection, settings));
  }

  async commitTransaction(connection: GuardedConnection): Promise<void> {
    await this.#control("commit", () => this.driver.commitTransaction(connection));
  }

  /** A full file or a lost connection has rolled back by itself; the first error counts. */
  async rollbackTransaction(connection: GuardedConnection): Promise<void> {
    await this.#control("rollback", () => this.driver.rollbackTransaction(connection)).catch(() => undefined);
  }

  async #control(statement: "begin" | "commit" | "rollback", byDriver: () => Promise<void>): Promise<void> {
    const { control } = this.guards;
    if (control) await withBusyRetry(this.guards, async () => control(statement));
    // The driver's own way is a query on our connection, which retries and translates by itself.
    else await byDriver();
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
    private readonly guards: Guards,
  ) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { toParameter } = this.guards;
    const fittedQuery = toParameter ? { ...query, parameters: query.parameters.map(toParameter) } : query;
    return withBusyRetry(this.guards, () => this.connection.executeQuery<R>(fittedQuery));
  }

  /** Rows are read in pages by key: a stream would hold SQLite's only connection. */
  streamQuery(): never {
    throw new Error("Read in pages by key");
  }
}
