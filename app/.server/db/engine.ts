import type { Dialect, RawBuilder } from "kysely";
import { openPostgres } from "./postgres-engine";
import { openSqlite } from "./sqlite-engine";

/** What SQLite and PostgreSQL do differently. All else is the same for both. */
export type Engine = {
  kind: "sqlite" | "postgres";
  dialect: Dialect;
  /** The time in ms since the epoch, by PostgreSQL's clock if several machines share it. */
  now(): RawBuilder<number>;
  /** The type of columns that sort byte by byte ("Z" before "a"), whatever the database's locale. */
  bytewiseText: "text" | RawBuilder<unknown>;
  /** Ends the `create table` of a table that is stored in its key's order: SQLite's `without rowid`. */
  inKeyOrder: RawBuilder<unknown>;
  /** Claims an SQLite file, which can serve one server only. @throws Error if another has it */
  claim(): Promise<void>;
  /** False after somebody deleted the SQLite file or put a backup in its place. */
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
