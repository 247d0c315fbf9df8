import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Creates a folder with its parents for this user alone. Node's `recursive` option never returns
 * where mkdir fails with ENOENT in an existing folder, as below `/proc`.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const DATA_FILE = "data.mdb";
const LOCK_FILE = "lock.mdb";

/** The folder may have let other users in. @throws Error if the files are another user's */
export function restrictFiles(path: string): void {
  for (const file of [DATA_FILE, LOCK_FILE].map((name) => join(path, name))) {
    if (statSync(file).mode & 0o077) chmodSync(file, 0o600);
  }
}

/** Larger stores are only checked as far as the walk gets in this time. */
const WALK_MS = 5_000;
const GIVE_UP_MS = 30_000;

/*
 * A damaged map or a full disk kills a process with SIGSEGV or SIGBUS inside LMDB, which JavaScript
 * can't catch. So a child process reads all pages and begins a write that it aborts.
 */
const CHECK = `
const [lmdbPath, path, walkMs] = process.argv.slice(1);
const { open, ABORT } = require(lmdbPath);
process.umask(0o077);
try {
  const root = open(path, { noSubdir: false, eventTurnBatching: false });
  const until = Date.now() + Number(walkMs);
  root.getStats();
  for (const name of ["values", "logs", "expiry"]) {
    const records = root.openDB(name, { encoding: "binary" });
    for (const { value } of records.getRange({})) {
      if (value.length < 0 || Date.now() > until) break;
    }
  }
  root.transactionSync(() => {
    root.putSync("check", "write");
    return ABORT;
  });
  root.close().then(() => process.exit(0));
} catch (error) {
  process.stderr.write(String(error && error.message));
  process.exit(1);
}
`;

/** @throws Error that says what is wrong, without the path */
async function checkLmdb(path: string): Promise<void> {
  const lmdbPath = createRequire(import.meta.url).resolve("lmdb");
  const child = spawn(process.execPath, ["-e", CHECK, lmdbPath, path, String(WALK_MS)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { NODE_ENV: "production" },
    timeout: GIVE_UP_MS,
    killSignal: "SIGKILL",
  });
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    problem = (problem + text).slice(0, 1000);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...ending) => resolve(ending));
  });
  if (code === 0) return;
  if (signal === "SIGKILL") throw new Error(`checking it took longer than ${GIVE_UP_MS / 1000} s`);
  if (signal) throw new Error(`reading it ends in ${signal}: its files are damaged, or the disk is full`);
  throw new Error(problem.trim().split("\n").pop() || `the check ended with code ${code}`);
}

/** @returns whether the store is new. @throws Error that says what is wrong, without the path */
export async function createdOrChecked(path: string): Promise<boolean> {
  const data = join(path, DATA_FILE);
  const isNew = !existsSync(data);
  // LMDB would treat an empty file as a new store.
  if (!isNew && statSync(data).size === 0) throw new Error("data.mdb is damaged: it is empty");
  try {
    await checkLmdb(path);
    return isNew;
  } catch (error) {
    if (isNew) rmSync(data, { force: true });
    throw error;
  }
}
