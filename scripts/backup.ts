/*
 * `npm run backup -- FILE`: copies the SQLite file, also while the panel runs, into a new file
 * (docs/operations.md, "Backup and restore").
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { env } from "../app/.server/env";
import { existingSqliteFile } from "./lib/sqlite-file";

const [target, ...more] = process.argv.slice(2);
if (!target || target.startsWith("-") || more.length > 0) {
  console.error("backup FILE");
  process.exit(2);
}
if (existsSync(".env")) process.loadEnvFile(".env");
try {
  console.log(`${target}: ${backUp(env().DATABASE_URL.reveal(), resolve(target))} bytes`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @returns the copy's size in bytes. @throws Error that says why there is no copy */
function backUp(url: string, to: string): number {
  const from = existingSqliteFile(url);
  if (!from) throw new Error("The database is PostgreSQL, which has a backup of its own: pg_dump (docs/operations.md)");
  if (existsSync(to)) throw new Error(`There is something at ${to} already`);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const partial = `${to}.partial`;
  // SQLite writes into an empty file, which only its owner may read.
  const descriptor = openSync(partial, "wx", 0o600);
  try {
    withFile(from, (file) => file.prepare("vacuum into ?").run(partial));
    withFile(partial, (file) => {
      const report = JSON.stringify(file.prepare("pragma integrity_check").all());
      if (!report.includes('"ok"')) throw new Error(`The copy is damaged: ${report}`);
    });
    fsyncSync(descriptor);
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return statSync(to).size;
}

function withFile(path: string, work: (file: DatabaseSyncInstance) => unknown): void {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    work(file);
  } finally {
    file.close();
  }
}
