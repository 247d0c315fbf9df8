import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PostgresDialect, sql } from "kysely";
import type { Client, Pool, PoolClient } from "pg";
import { measureConnections } from "~/.server/metrics";
import type { Engine, EngineOptions } from "./engine";
import { DatabaseFull, DatabaseUnavailable } from "./errors";
import { guardedDialect } from "./guarded-dialect";

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "");

/** The most connections of a process; PostgreSQL accepts 100 by default. */
export const MAX_CONNECTIONS = 20;
/** How long a query waits for a connection, in ms. */
const CONNECT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A connection that is silent for so long is dead: statements end by STATEMENT_TIMEOUT_MS. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** PostgreSQL's type of 8-byte integers, which `pg` gives as text otherwise. */
const INT8 = 20;

export async function openPostgres(url: string, { warn }: EngineOptions): Promise<Engine> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "panel-franczyzobiorcy",
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
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
    // A server that lost its power closes no connection, so each one without traffic is closed here.
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
    dialect: guardedDialect(
      new PostgresDialect({ pool: { connect: () => connect(pool), end: () => pool.end() } }),
      postgresFault,
    ),
    bytewiseText: sql`text collate "C"`,
    inKeyOrder: sql``,
    isInPlace: () => true,
    claim: async () => undefined,
    now: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    fill: () => 0,
  };
}

const TOO_MANY_CONNECTIONS = "53300";

/** If the server has no connection left for this process, waits until another query returns one. */
async function connect(pool: Pool): Promise<PoolClient> {
  const giveUpAt = performance.now() + CONNECT_MS;
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
/** disk_full, and a leader that has become a replica (read_only_sql_transaction). */
const POSTGRES_FULL = new Set(["53100", "25006"]);
/** Faults of our SQL or data: data exception, constraint, syntax; also a collision (`isCollision`). */
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
