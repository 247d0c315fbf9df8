import { closeSync, mkdirSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { type Dialect, PostgresDialect, type RawBuilder, SqliteAdapter, SqliteDialect, sql } from "kysely";
import type { Client } from "pg";
import { measureConnections } from "~/.server/metrics";
import { DatabaseFull, DatabaseUnavailable } from "./errors";
import { guardedDialect } from "./guarded-dialect";

/** What SQLite and PostgreSQL do differently. All else is the same for both. */
export type Engine = {
  kind: "sqlite" | "postgres";
  dialect: Dialect;
  /** The time by the clock that all processes share, in ms since the epoch. */
  now(): RawBuilder<number>;
  /** The share of its maximum size that the database fills, 0 to 1; 0 without a maximum. */
  fill(): number;
};

export type EngineOptions = {
  maxBytes?: number;
  /** Receives warnings about a database that works, without credentials. */
  warn: (text: string) => void;
};

const FILE = "file:";

/** @throws Error that says why the database can't be opened, without a credential */
export async function openEngine(url: string, options: EngineOptions): Promise<Engine> {
  return url.startsWith(FILE) ? openSqlite(url.slice(FILE.length), options) : openPostgres(url, options);
}

/** Kysely's adapter denies that SQLite can create tables in a transaction. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

async function openSqlite(path: string, { maxBytes }: EngineOptions): Promise<Engine> {
  const { default: Database } = await import("libsql");
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(path, "a", 0o600));
  const file = new Database(path);
  const pragma = (text: string): number => {
    const [row] = file.pragma(text) as unknown as Record<string, number>[];
    return Object.values(row ?? {})[0] ?? 0;
  };
  // Waiting within SQLite stops the whole process, so longer waits are retries.
  pragma("busy_timeout = 100");
  pragma("journal_mode = WAL");
  pragma("synchronous = NORMAL");
  pragma("foreign_keys = ON");
  const maxPages = maxBytes ? Math.floor(maxBytes / pragma("page_size")) : 0;
  if (maxPages > 0) pragma(`max_page_count = ${maxPages}`);
  return {
    kind: "sqlite",
    dialect: guardedDialect(new SqliteDialect({ database: file }), {
      translate: sqliteFault,
      isBusy: (error) => codeOf(error).startsWith("SQLITE_BUSY"),
      // `exec`, because a prepared BEGIN that failed as busy counts as running and blocks commits.
      // `immediate` takes the write lock at once, so that a later statement can't fail as busy.
      control: (statement) => file.exec(statement === "begin" ? "begin immediate" : statement),
      adapter: new TransactionalSqliteAdapter(),
    }),
    now: () => sql<number>`${Date.now()}`,
    fill: () => (maxPages > 0 ? (pragma("page_count") - pragma("freelist_count")) / maxPages : 0),
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "");

const SQLITE_FULL = /^SQLITE_(FULL|READONLY|IOERR_WRITE|IOERR_FSYNC|IOERR_TRUNCATE|IOERR_SHMSIZE)/;
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)/;

function sqliteFault(error: unknown): unknown {
  const code = codeOf(error);
  if (SQLITE_FULL.test(code)) return new DatabaseFull(error);
  return SQLITE_UNAVAILABLE.test(code) ? new DatabaseUnavailable(error) : error;
}

/** The most connections of a process; PostgreSQL accepts 100 by default. */
export const MAX_CONNECTIONS = 20;
const STATEMENT_TIMEOUT_MS = 5_000;
/** Longer than a statement may take, and than a connection stays in the pool unused. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** PostgreSQL's type of 8-byte integers, which `pg` gives as text otherwise. */
const INT8 = 20;

async function openPostgres(url: string, { warn }: EngineOptions): Promise<Engine> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "panel-franczyzobiorcy",
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 3_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: STATEMENT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // Without listeners the end of a connection would end the process.
  pool.on("error", (error) => warn(`a connection to the database ended: ${codeOf(error) || error.message}`));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // A server that vanished never closes its connections, so close connections without traffic.
    const socket = (client as unknown as Client).connection.stream as Socket;
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
  });
  measureConnections(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return {
    kind: "postgres",
    dialect: guardedDialect(new PostgresDialect({ pool }), {
      translate: postgresFault,
      // PostgreSQL's texts can't hold U+0000, which an address or a backend's answer may.
      toParameter: (value) => (typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value),
    }),
    now: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    fill: () => 0,
  };
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** disk_full, and a leader that has become a replica (read_only_sql_transaction). */
const POSTGRES_FULL = new Set(["53100", "25006"]);
/** Faults of our own SQL and data: data exception, constraint, rollback (`isCollision`), syntax. */
const POSTGRES_OWN = /^(22|23|40|42)/;
/** The tables aren't there yet (undefined_table). */
const NOT_MIGRATED = "42P01";

function postgresFault(error: unknown): unknown {
  const code = codeOf(error);
  if (POSTGRES_FULL.has(code)) return new DatabaseFull(error);
  // An error without an SQLSTATE is the connection's.
  const isOwn = SQLSTATE.test(code) && POSTGRES_OWN.test(code) && code !== NOT_MIGRATED;
  return isOwn ? error : new DatabaseUnavailable(error);
}

/** Whether two transactions collided (serialization_failure, deadlock_detected). */
export const isCollision = (error: unknown) => ["40001", "40P01"].includes(codeOf(error));
