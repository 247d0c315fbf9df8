import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * @returns the path of the database's file; undefined for PostgreSQL
 * @throws Error if there is no such file, because SQLite would create an empty one
 */
export function existingSqliteFile(databaseUrl: string): string | undefined {
  if (!databaseUrl.startsWith("file:")) return undefined;
  const path = resolve(databaseUrl.slice("file:".length));
  if (!existsSync(path)) throw new Error(`There is no database at ${path}`);
  return path;
}
