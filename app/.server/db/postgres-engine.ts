import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PostgresDialect, sql } from "kysely";
import type { Client, Pool, PoolClient } from "pg";
import { measureConnections } from "~/.server/metrics";
import type { Engine, EngineOptions } from "./engine";
import { DatabaseFull, DatabaseUnavailable } from "./errors";
import { guardedDialect } from "./guarded-dialect";

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "");

/** Per process. PostgreSQL accepts 100 connections by default. */
export const MAX_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A socket without traffic for this time counts as dead: no statement may run as long. */
const SOCKET_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** The type id of 8-byte integers. By default `pg` returns them as text. */
const INT8 = 20;

export async function openPostgres(url: string, { warn }: EngineOptions): Promise<Engine> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "panel-franczyzobiorcy",
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: STATEMENT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // Without these listeners a closed connection would crash the process.
  pool.on("error", (error) => warn(`a connection to the database ended: ${codeOf(error) || error.message}`));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // Closes a dead socket: a database server that has lost power doesn't close its connections.
    const socket = (client as unknown as Client).connection.stream as Socket;
    socket.setTimeout(SOCKET_TIMEOUT_MS, () => socket.destroy());
  });
  measureConnections(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return {
    kind: "postgres",
    dialect: guardedDialect(
      new PostgresDialect({ pool: { connect: () => connect(pool), end: () => pool.end() } }),
      postgresFault,
    ),
    bytewiseText: sql`text collate "C"`,
    inKeyOrder: sql``,
    isInPlace: () => true,
    claim: async () => undefined,
    now: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    fillRatio: () => 0,
  };
}

const TOO_MANY_CONNECTIONS = "53300";

/** Retries for CONNECT_TIMEOUT_MS if PostgreSQL has as many connections as it accepts. */
async function connect(pool: Pool): Promise<PoolClient> {
  const giveUpAt = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (codeOf(error) !== TOO_MANY_CONNECTIONS || performance.now() > giveUpAt) throw error;
      await pause(50 * (0.5 + Math.random()));
    }
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** disk_full; read_only_sql_transaction, when a failover has made the server a replica. */
const POSTGRES_FULL = new Set(["53100", "25006"]);
/** Errors of our SQL or data, and collisions (40…) for `inTransaction`, are thrown as they are. */
const NO_OUTAGE = /^(22|23|40|42)/;
/** undefined_table counts as an outage: the migrations haven't run yet. */
const NOT_MIGRATED = "42P01";

function postgresFault(error: unknown): unknown {
  const code = codeOf(error);
  if (POSTGRES_FULL.has(code)) return new DatabaseFull(error);
  // An error of the connection has no SQLSTATE.
  const isOutage = !SQLSTATE.test(code) || !NO_OUTAGE.test(code) || code === NOT_MIGRATED;
  return isOutage ? new DatabaseUnavailable(error) : error;
}

/** serialization_failure, deadlock_detected: PostgreSQL rolled the transaction back. */
export const isCollision = (error: unknown) => ["40001", "40P01"].includes(codeOf(error));
