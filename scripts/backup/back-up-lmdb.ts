import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { open } from "lmdb";
import { checkLmdb, DATA_FILE, LOCK_FILE, makeFolder } from "../../app/.server/store/lmdb-files";

/**
 * Copies a running store and checks the copy. It is compacted, because a plain copy may open at an
 * older moment elsewhere (lmdb's overlappingSync). `target` must be empty or missing.
 * @returns bytes
 */
export async function backUpLmdb(directory: string, target: string): Promise<number> {
  const from = resolve(directory);
  const to = resolve(target);
  if (!existsSync(join(from, DATA_FILE))) throw new Error(`There is no embedded store at ${from}`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`There is something at ${to} already`);
  // Copying a damaged store would kill this process.
  await checkLmdb(from);
  makeFolder(dirname(to));
  const partial = await mkdtemp(`${to}.partial-`);
  try {
    const store = open(from, { noSubdir: false, readOnly: true });
    try {
      await store.backup(partial, true);
    } finally {
      await store.close();
    }
    await checkLmdb(partial);
    await rm(join(partial, LOCK_FILE), { force: true });
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return (await stat(join(to, DATA_FILE))).size;
}
