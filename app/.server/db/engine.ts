import type { Dialect, RawBuilder } from "kysely";
import { openPostgres } from "./postgres-engine";
import { openSqlite } from "./sqlite-engine";

export type Engine = {
  kind: "sqlite" | "postgres";
  dialect: Dialect;
  /**
   * The time in ms since the epoch. PostgreSQL uses the clock of its own server, because the clocks
   * of the app's processes may differ.
   */
  now(): RawBuilder<number>;
  /** A column type that sorts by bytes ("Z" before "a") in any locale of the database. */
  bytewiseText: "text" | RawBuilder<unknown>;
  /** Appended to `create table`: SQLite's `without rowid` stores rows in the order of their key. */
  inKeyOrder: RawBuilder<unknown>;
  /** Reserves an SQLite file for this process. @throws Error if another process uses the file */
  claim(): Promise<void>;
  /** False after the SQLite file was deleted or replaced, for example to restore a backup. */
  isInPlace(): boolean;
  /** Used size ÷ maximum size, 0 to 1; 0 without a maximum. */
  fillRatio(): number;
};

export type EngineOptions = {
  maxBytes?: number;
  /** Logs a fault that fails no query, such as a closed idle connection. */
  warn: (text: string) => void;
};

const FILE = "file:";

export async function openEngine(url: string, options: EngineOptions): Promise<Engine> {
  return url.startsWith(FILE) ? openSqlite(url.slice(FILE.length), options) : openPostgres(url, options);
}
