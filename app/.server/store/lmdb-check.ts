import { spawn } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** How long the walk over existing records may take; a larger store is checked as far as this reaches. */
const WALK_MS = 5_000;
const GIVE_UP_MS = 30_000;

/*
 * A damaged or truncated map, or a disk too full for the lock file, kills a process with SIGSEGV, SIGBUS or an
 * assertion inside LMDB; nothing in JavaScript can catch that. So a child opens it first, reads every page it can reach
 * (the free list included) and begins a write that it aborts.
 */
const CHECK = `
const [lmdbPath, path, walkMs] = process.argv.slice(1);
const { open, ABORT } = require(lmdbPath);
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

/**
 * Opens the embedded store in a child process, to learn whether this process may.
 * @param path the store's directory, which exists.
 * @throws Error saying what is wrong, without naming the path.
 */
export async function checkLmdb(path: string): Promise<void> {
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

/**
 * Makes sure that the embedded store in a directory can be opened.
 * @returns whether there was none.
 * @throws Error saying what is wrong, without naming the path
 */
export async function createdOrChecked(path: string): Promise<boolean> {
  const data = join(path, "data.mdb");
  const isNew = !existsSync(data);
  // LMDB would take it for a new one.
  if (!isNew && statSync(data).size === 0) throw new Error("data.mdb is damaged: it is empty");
  try {
    await checkLmdb(path);
    return isNew;
  } catch (error) {
    if (isNew) rmSync(data, { force: true });
    throw error;
  }
}
