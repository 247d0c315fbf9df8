import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

/** Mark in the store's folder; its mtime is the heartbeat. */
const MARK = "machine.json";
/** Heartbeat interval, and how long another process watches for one. */
const BEAT_MS = 2_000;
const WATCH_MS = 10_000;
const LOOK_MS = 250;
/** An older heartbeat is dead even if the machines' clocks differ. */
const DEAD_MS = 60 * 60_000;

/** `pids` is absent on systems without PID namespaces. */
const markSchema = z.object({ machine: z.string(), pids: z.string().optional(), host: z.string() });
type Mark = z.infer<typeof markSchema>;

type Options = { warn: (text: string) => void };

export type FolderHold = {
  readonly lost: Error | undefined;
  release(): Promise<void>;
};

/**
 * Locks a folder for this machine. LMDB's own lock works only between processes that see each
 * other's PIDs: two machines or PID namespaces would damage or block each other.
 * @throws Error
 */
export async function holdFolder(folder: string, { warn }: Options): Promise<FolderHold> {
  const path = join(folder, MARK);
  const own: Mark = { machine: machineId(), pids: pidNamespace(), host: hostname() };
  const isOwn = (mark: Mark | undefined) => isThisMachines(mark) && mark?.pids === own.pids;
  const before = await readMark(path);
  if (before && !isOwn(before)) await watch(path, before, warn);
  await write(path, own);
  let lost: Error | undefined;
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beat().catch(() => undefined);
  }, BEAT_MS).unref();

  async function beat(): Promise<void> {
    const mark = await readMark(path);
    if (mark && !isOwn(mark)) {
      clearInterval(timer);
      lost = new Error(`${describe(mark)} has taken over ${folder}`);
      return warn(`${lost.message}: this process stores and reads nothing more, and is to be stopped`);
    }
    if (mark) await utimes(path, new Date(), new Date());
    else await write(path, own);
  }

  return {
    get lost() {
      return lost;
    },
    async release() {
      clearInterval(timer);
      await beating;
      // Other processes of this machine write it again with their next heartbeat.
      if (isOwn(await readMark(path).catch(() => undefined))) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

const isThisMachines = (mark: Mark | undefined) => mark?.machine === machineId();
const describe = (mark: Mark) =>
  `Another ${isThisMachines(mark) ? "container of this machine" : "machine"} (${mark.host})`;
const advice = (mark: Mark) =>
  isThisMachines(mark)
    ? "One container at a time, or let them share the PID namespace: for several there is Redis"
    : "One machine at a time: for several there is Redis";

/** Resolves when there is no heartbeat. */
async function watch(path: string, mark: Mark, warn: Options["warn"]) {
  const first = await beatAt(path);
  if (first === undefined || Math.abs(Date.now() - first) > DEAD_MS) return;
  warn(`${describe(mark)} has used this store: waiting ${WATCH_MS / 1000} s to see whether it still does`);
  // Only a change counts, because the two clocks may differ.
  for (let left = WATCH_MS; left > 0; left -= LOOK_MS) {
    await pause(LOOK_MS);
    const now = await beatAt(path);
    if (now === undefined) return;
    if (now !== first) {
      throw new Error(`${describe(mark)} is using it. ${advice(mark)}`);
    }
  }
}

async function beatAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(absent))?.mtimeMs;
}

/** An unreadable mark counts as another machine's. */
async function readMark(path: string): Promise<Mark | undefined> {
  const text = await readFile(path, "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    return markSchema.parse(JSON.parse(text));
  } catch {
    return { machine: "", host: "unknown" };
  }
}

async function write(path: string, mark: Mark): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

function absent(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== "ENOENT") throw error;
}

/** Shared by all containers of a machine; changes at boot. */
function machineId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return hostname();
  }
}

/** Shared by processes that see each other's PIDs; undefined on systems without namespaces. */
function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
