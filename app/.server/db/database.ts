import { AsyncLocalStorage } from "node:async_hooks";
import {
  AliasNode,
  FromNode,
  Kysely,
  type LogEvent,
  type Migration,
  Migrator,
  type OperationNode,
  sql,
  TableNode,
  type Transaction,
} from "kysely";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { databaseFull, databaseQueries } from "~/.server/metrics";
import { type Engine, type EngineOptions, openEngine } from "./engine";
import { DatabaseFull, DatabaseUnavailable, isFullOrBusy } from "./errors";
import { firstTables } from "./migrations/0001-first";
import { changeColumns } from "./migrations/0002-change-columns";
import { dropSellerDates } from "./migrations/0003-drop-seller-dates";
import { dropContradictions } from "./migrations/0004-drop-contradictions";
import { isCollision } from "./postgres-engine";
import type { Schema } from "./schema";
import { BEST_EFFORT_MS, withoutFsync, withWriteTimeout } from "./sqlite-driver";

export { DatabaseFull, DatabaseUnavailable, QuotaExceeded } from "./errors";

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type OpenDatabase = { db: Db; engine: Engine };

export async function openDatabase(url: string, options: EngineOptions): Promise<OpenDatabase> {
  const engine = await openEngine(url, options);
  return { engine, db: new Kysely<Schema>({ dialect: engine.dialect, log: observeQuery }) };
}

/**
 * Never change a released migration. A new migration drops only tables and columns that the
 * previous version no longer reads: during a deploy that version still serves requests.
 */
function migrations(engine: Engine): Record<string, Migration> {
  return {
    "0001-first": firstTables(engine),
    "0002-change-columns": changeColumns,
    "0003-drop-seller-dates": dropSellerDates,
    "0004-drop-contradictions": dropContradictions,
  };
}

export async function migrate(opened: OpenDatabase): Promise<string[]> {
  // If no migration is missing, Kysely's migrator isn't run: after a return to an older version of
  // the app, the migrator would refuse the newer version's migrations.
  if (await isMigrated(opened)) return [];
  const { db, engine } = opened;
  const provider = { getMigrations: async () => migrations(engine) };
  const runAll = () => new Migrator({ db, provider }).migrateToLatest();
  // A failed run is repeated once: if two processes start on an empty database, both create
  // Kysely's tables, and one process fails.
  const first = await runAll();
  const { error, results = [] } = first.error ? await runAll() : first;
  if (!error) return results.map(({ migrationName }) => migrationName);
  if (error instanceof DatabaseUnavailable) throw error;
  const failed = results.find(({ status }) => status === "Error");
  throw new Error(`The database's migration ${failed?.migrationName ?? ""} failed`, { cause: error });
}

export async function isMigrated({ db, engine }: OpenDatabase): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations(engine)).every((name) => executed.has(name));
}

/** Vite reloads this module in development; the open database survives on `globalThis`. */
const globals = globalThis as { panelDatabase?: Promise<OpenDatabase> };

function open(): Promise<OpenDatabase> {
  globals.panelDatabase ??= openConfigured().catch((error: unknown) => {
    globals.panelDatabase = undefined;
    throw error;
  });
  return globals.panelDatabase;
}

async function openConfigured(): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_MAX_MB } = env();
  const maxBytes = DATABASE_MAX_MB && DATABASE_MAX_MB * 1024 * 1024;
  const opened = await openDatabase(DATABASE_URL.reveal(), { warn: (text) => log().warn(text), maxBytes });
  try {
    const names = await migrate(opened);
    // At a plain restart nothing is migrated. If this line is logged without an installation or
    // upgrade, DATABASE_URL names another database.
    if (names.length > 0) log().info({ migrations: names }, "the database is migrated");
    return opened;
  } catch (error) {
    await opened.db.destroy();
    throw error;
  }
}

const insideTransaction = new AsyncLocalStorage<true>();

/** Opens and migrates the database at the first call. @throws DatabaseUnavailable */
export async function database(): Promise<Db> {
  // Throws inside a transaction: a write outside `tx` would wait for the transaction's lock, and a
  // read outside `tx` wouldn't see the transaction's changes.
  if (insideTransaction.getStore()) throw new Error("Use the transaction's own `tx`");
  return (await open()).db;
}

export async function databaseEngine(): Promise<Engine> {
  return (await open()).engine;
}

export async function closeDatabase(): Promise<void> {
  const closing = globals.panelDatabase;
  globals.panelDatabase = undefined;
  await (await closing)?.db.destroy();
}

/**
 * Calls `run` in a transaction. After a deadlock in PostgreSQL it calls `run` again, so `run` must
 * change only the database.
 */
export async function inTransaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
  const db = await database();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => insideTransaction.run(true, () => run(tx)));
    } catch (error) {
      if (!isCollision(error)) throw error;
      if (attempt === 5) throw new DatabaseUnavailable(error);
    }
  }
}

/**
 * Runs a write that a page can do without, such as moving a session's idle limit. Skips the write,
 * and returns undefined, if it has waited for other writes for 50 ms, or if the database is full.
 */
export async function bestEffortWrite<T>(write: (db: Db) => Promise<T>): Promise<T | undefined> {
  const db = await database();
  return withWriteTimeout(BEST_EFFORT_MS, () => withoutFsync(() => write(db))).catch((error: unknown) => {
    if (isFullOrBusy(error)) return undefined;
    throw error;
  });
}

/**
 * Throws DatabaseFull if over 90 % of DATABASE_MAX_MB are used: the rest is for sign-in and
 * sign-out. Call it before a transaction that stores jobs, imports, drafts or changes.
 */
export async function assertRoom(): Promise<void> {
  const engine = await databaseEngine();
  if (engine.fillRatio() <= 0.9) return;
  databaseFull.inc();
  throw new DatabaseFull(new Error("DATABASE_MAX_MB is almost used up"));
}

/** Deletes a person's oldest rows, so that with the next new row the person has at most `max`. */
export async function makeWayForOne(tx: Tx, table: "drafts" | "selections", sub: string, max: number): Promise<void> {
  const own = tx.selectFrom(table).select("id").where("sub", "=", sub);
  // Drafts that were saved as records (`sealed_form` is null) are deleted before open drafts.
  const openFirst = table === "drafts" ? own.orderBy(sql`sealed_form is null`) : own;
  const remaining = openFirst.orderBy("created_at", "desc").limit(max - 1);
  await tx.deleteFrom(table).where("sub", "=", sub).where("id", "not in", remaining).execute();
}

function observeQuery(event: LogEvent): void {
  const outcome = event.level === "query" ? "ok" : outcomeOf(event.error);
  if (outcome === "full") databaseFull.inc();
  databaseQueries.observe({ query: nameOf(event.query.query), outcome }, event.queryDurationMillis / 1000);
}

/** For example `select sessions`. */
function nameOf(query: LogEvent["query"]["query"]): string {
  const verb = query.kind.replace("QueryNode", "").toLowerCase();
  const { from, into, table } = query as { from?: OperationNode; into?: OperationNode; table?: OperationNode };
  return [verb, tableName(from ?? into ?? table) ?? []].flat().join(" ");
}

function tableName(node: OperationNode | undefined): string | undefined {
  if (!node) return undefined;
  if (FromNode.is(node)) return tableName(node.froms[0]);
  if (AliasNode.is(node)) return tableName(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

function outcomeOf(error: unknown): string {
  if (error instanceof DatabaseFull) return "full";
  return error instanceof DatabaseUnavailable ? "unavailable" : "error";
}
