import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that nobody else may read, and those above it that are missing. Node's own `recursive` never returns where a
 * folder that is there knows nothing of a new one in it, as below `/proc` (ENOENT).
 * @throws Error of the system: ENOENT, EACCES, ENOTDIR, EROFS, ENOSPC…
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error; // else another process was quicker
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
