import type { Dialect, RawBuilder } from "kysely";
import { openPostgres } from "./postgres-engine";
import { openSqlite } from "./sqlite-engine";

/** What SQLite and PostgreSQL do differently. All else is the same for both. */
export type Engine = {
  kind: "sqlite" | "postgres";
  dialect: Dialect;
  /** The time by the clock that all processes share, in ms since the epoch. */
  now(): RawBuilder<number>;
  /** The type of texts that are compared byte by byte, whatever the database's locale. */
  bytewiseText: "text" | RawBuilder<unknown>;
  /** Ends the definition of a table that is stored in its key's order, where the engine can do so. */
  inKeyOrder: RawBuilder<unknown>;
  /** Keeps other servers from the database if it can only serve one. @throws Error that says so */
  claim(): Promise<void>;
  /** Whether what is open is still what DATABASE_URL names: a file may be removed or replaced. */
  isInPlace(): boolean;
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
