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
import { IN_PASSING_MS, unsynced, withPatience } from "./sqlite-driver";

export { DatabaseFull, DatabaseUnavailable, QuotaExceeded } from "./errors";

/** For functions that may run inside a transaction or outside. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type OpenDatabase = { db: Db; engine: Engine };

/** @throws Error that says what is wrong, without the URL's password; DatabaseUnavailable */
export async function openDatabase(url: string, options: EngineOptions): Promise<OpenDatabase> {
  const engine = await openEngine(url, options);
  return { engine, db: new Kysely<Schema>({ dialect: engine.dialect, log: observeQuery }) };
}

/**
 * All migrations by name, in order. A released migration is never changed. A new one drops only what
 * no released version of the app reads, because the previous version runs on during a deploy.
 */
function migrations(engine: Engine): Record<string, Migration> {
  return {
    "0001-first": firstTables(engine),
    "0002-change-columns": changeColumns,
    "0003-drop-seller-dates": dropSellerDates,
    "0004-drop-contradictions": dropContradictions,
  };
}

/**
 * Runs the migrations that haven't run yet, under a lock, and returns their names. After a rollback
 * of the app a later version's migrations stay: they dropped nothing that this version reads.
 * @throws Error that names the migration that failed; DatabaseUnavailable
 */
export async function migrate(opened: OpenDatabase): Promise<string[]> {
  if (await isMigrated(opened)) return [];
  const { db, engine } = opened;
  const provider = { getMigrations: async () => migrations(engine) };
  const runAll = () => new Migrator({ db, provider }).migrateToLatest();
  // Two processes that start with an empty database may both create the tables of the migrator.
  const first = await runAll();
  const { error, results = [] } = first.error ? await runAll() : first;
  if (!error) return results.map(({ migrationName }) => migrationName);
  if (error instanceof DatabaseUnavailable) throw error;
  const failed = results.find(({ status }) => status === "Error");
  throw new Error(`The database's migration ${failed?.migrationName ?? ""} failed`, { cause: error });
}

/** @throws DatabaseUnavailable */
export async function isMigrated({ db, engine }: OpenDatabase): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations(engine)).every((name) => executed.has(name));
}

/** A development reload must not open the file a second time. */
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
    // Without an install or an upgrade just before, this is a new database at a wrong address.
    if (names.length > 0) log().info({ migrations: names }, "the database is migrated");
    return opened;
  } catch (error) {
    await opened.db.destroy();
    throw error;
  }
}

const insideTransaction = new AsyncLocalStorage<true>();

/**
 * The process's database, opened and migrated at the first call or after a failure.
 * @throws DatabaseUnavailable; Error inside `inTransaction`, where a write would wait for its own
 * transaction and a read wouldn't see what the transaction has written
 */
export async function database(): Promise<Db> {
  if (insideTransaction.getStore()) throw new Error("Use the transaction that is under way");
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
 * Commits all of what `run` writes, or nothing. `run` is repeated after a collision with another
 * transaction, so it must not call a backend or change anything outside the transaction.
 * @throws DatabaseUnavailable, DatabaseFull; what `run` throws
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
 * Runs a write that a page can do without, such as noting the use of a session. The write is skipped
 * if other writes take longer than 50 ms, or while the database is full.
 * @returns undefined if it was skipped. @throws DatabaseUnavailable
 */
export async function noteInPassing<T>(write: (db: Db) => Promise<T>): Promise<T | undefined> {
  const db = await database();
  return withPatience(IN_PASSING_MS, () => unsynced(() => write(db))).catch((error: unknown) => {
    if (isFullOrBusy(error)) return undefined;
    throw error;
  });
}

/**
 * Call it before jobs, imports, drafts and changes are written: at 90 % of DATABASE_MAX_MB they are
 * refused, and the rest stays free for signing in and out. @throws DatabaseFull
 */
export async function assertRoom(): Promise<void> {
  const engine = await databaseEngine();
  if (engine.fill() <= 0.9) return;
  databaseFull.inc();
  throw new DatabaseFull(new Error("DATABASE_MAX_MB is almost used up"));
}

/** Keeps a person's newest `max - 1` rows. Drafts whose record was saved go before others. */
export async function makeWayForOne(tx: Tx, table: "drafts" | "selections", sub: string, max: number): Promise<void> {
  const own = tx.selectFrom(table).select("id").where("sub", "=", sub);
  const inUse = table === "drafts" ? own.orderBy(sql`sealed_form is null`) : own;
  const newest = inUse.orderBy("created_at", "desc").limit(max - 1);
  await tx.deleteFrom(table).where("sub", "=", sub).where("id", "not in", newest).execute();
}

function observeQuery(event: LogEvent): void {
  const outcome = event.level === "query" ? "ok" : outcomeOf(event.error);
  if (outcome === "full") databaseFull.inc();
  databaseQueries.observe({ query: nameOf(event.query.query), outcome }, event.queryDurationMillis / 1000);
}

/** The verb and the first table of a query: `select sessions`. */
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
