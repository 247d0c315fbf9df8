import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { open } from "lmdb";
import { checkLmdb } from "./lmdb-check";
import { makeFolder } from "./make-folder";

const FILE = "data.mdb";

/**
 * Copies an embedded store as it is at one moment, also while processes write to it, and reads the copy through. The copy
 * is compacted: a plain one of a running store may open at an older moment on another machine (lmdb's overlappingSync).
 * @param directory the store's
 * @param target a directory that is empty or isn't there; it is there only once the copy is whole
 * @returns the copy's size in bytes
 * @throws Error that says what is wrong; then nothing is left behind
 */
export async function backUpLmdb(directory: string, target: string): Promise<number> {
  const from = resolve(directory);
  const to = resolve(target);
  if (!existsSync(join(from, FILE))) throw new Error(`There is no embedded store at ${from}`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`There is something at ${to} already`);
  // Copying a damaged one would end this process.
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
    await rm(join(partial, "lock.mdb"), { force: true });
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return (await stat(join(to, FILE))).size;
}
