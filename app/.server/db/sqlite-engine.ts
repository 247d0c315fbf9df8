import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import { measureFile } from "~/.server/metrics";
import type { Engine, EngineOptions } from "./engine";
import { guardedDialect } from "./guarded-dialect";
import { claimFile } from "./sqlite-claim";
import { SqliteDriver } from "./sqlite-driver";
import { translateFault } from "./sqlite-faults";

export async function openSqlite(path: string, { maxBytes }: EngineOptions): Promise<Engine> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Creates the file if missing. SQLite's other files, such as the WAL, get the same mode.
  closeSync(openSync(path, "a", 0o600));
  const writer = await openFile(path);
  const reader = await openFile(path);
  // SQLite's own wait blocks the process, so SqliteDriver retries instead.
  writer.exec("pragma busy_timeout = 0");
  reader.exec("pragma busy_timeout = 100");
  reader.exec("pragma query_only = on");
  const opened = statSync(path);
  const pageBytes = pragma(writer, "page_size");
  const maxPages = maxBytes ? Math.floor(maxBytes / pageBytes) : 0;
  if (maxPages > 0) writer.exec(`pragma max_page_count = ${maxPages}`);
  const usedPages = () => pragma(reader, "page_count") - pragma(reader, "freelist_count");
  measureFile(() => (reader.isOpen ? { bytes: usedPages() * pageBytes, maxBytes } : undefined));
  return {
    kind: "sqlite",
    dialect: guardedDialect(
      {
        createAdapter: () => new TransactionalAdapter(),
        createDriver: () => new SqliteDriver(writer, reader),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      translateFault,
    ),
    bytewiseText: "text",
    inKeyOrder: sql`without rowid`,
    isInPlace: () => {
      const current = statSync(path, { throwIfNoEntry: false });
      return current?.ino === opened.ino && current.dev === opened.dev;
    },
    now: () => sql<number>`${Date.now()}`,
    fillRatio: () => (maxPages > 0 ? usedPages() / maxPages : 0),
    claim: () => claimFile(path),
  };
}

/** SQLite can create tables in a transaction, but Kysely's adapter says that it can't. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** How long SQLite may block a starting server: another process may be recovering the file. */
const OPENING_TIMEOUT_MS = 5_000;

async function openFile(path: string): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const file = new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS });
  file.exec("pragma journal_mode = wal");
  // With `normal` a power cut would undo the last commits. A form that was posted before the power
  // cut and is posted again would then add its seller twice.
  file.exec("pragma synchronous = full");
  return file;
}

function pragma(file: DatabaseSyncInstance, name: string): number {
  const row = file.prepare(`pragma ${name}`).get();
  return Number(row[name]);
}
