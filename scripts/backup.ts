/*
 * `npm run backup -- DIR`: copies the embedded store, also while the panel runs, into an empty or
 * new directory (docs/operations.md, "Backup and restore").
 */
import { existsSync } from "node:fs";
import { env } from "../app/.server/env";
import { backUpLmdb } from "./backup/back-up-lmdb";

const [target, ...more] = process.argv.slice(2);
if (!target || target.startsWith("-") || more.length > 0) {
  console.error("backup DIR");
  process.exit(2);
}
if (existsSync(".env")) process.loadEnvFile(".env");
try {
  const url = env().STORE_URL.reveal();
  if (!url.startsWith("lmdb:"))
    throw new Error("The store is Redis, which has a backup of its own: redis-cli --rdb FILE (docs/operations.md)");
  const bytes = await backUpLmdb(url.slice("lmdb:".length), target);
  console.log(`${target}: ${bytes} bytes`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
