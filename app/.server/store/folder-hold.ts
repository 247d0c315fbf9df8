import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

/** In the store's folder. Its time of change is the beat. */
const MARK = "machine.json";
/** How often those who have the folder say so, and how long somebody else watches whether they still do. */
const BEAT_MS = 2_000;
const WATCH_MS = 10_000;
const LOOK_MS = 250;
/** A beat of so long ago is nobody's, however wrong the machines' clocks are. */
const DEAD_MS = 60 * 60_000;

/** Versions that knew of no `pids` wrote marks without. */
const markSchema = z.object({ machine: z.string(), pids: z.string().optional(), host: z.string() });
type Mark = z.infer<typeof markSchema>;

type Options = { warn: (text: string) => void };

export type FolderHold = {
  /** Why the folder isn't held any more. */
  readonly lost: Error | undefined;
  release(): Promise<void>;
};

/**
 * Holds a folder for this machine: LMDB's lock works between the processes of one machine alone, and two machines on a
 * network disk damage each other's writes. Nor do containers share it, unless they share their process ids: LMDB goes by
 * those to tell who reads, and where both are 1 the second one stands still and dies. Any number of processes may hold it
 * that see each other.
 * @throws Error when another machine or container holds it
 */
export async function holdFolder(folder: string, { warn }: Options): Promise<FolderHold> {
  const path = join(folder, MARK);
  const own: Mark = { machine: machineId(), pids: pidNamespace(), host: hostname() };
  const isOwn = (mark: Mark | undefined) => isMachines(mark) && (mark?.pids ?? own.pids) === own.pids;
  const before = await readMark(path);
  if (before && !isOwn(before)) await watch(path, before, warn);
  await write(path, own);
  let lost: Error | undefined;
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beat().catch(() => undefined); // a disk in trouble: the store itself says so
  }, BEAT_MS).unref();

  async function beat(): Promise<void> {
    const mark = await readMark(path);
    if (mark && !isOwn(mark)) {
      clearInterval(timer);
      lost = new Error(`${said(mark)} has taken over ${folder}`);
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
      // Other processes of this machine write it anew with their next beat.
      if (isOwn(await readMark(path).catch(() => undefined))) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

const isMachines = (mark: Mark | undefined) => mark?.machine === machineId();
const said = (mark: Mark) => `Another ${isMachines(mark) ? "container of this machine" : "machine"} (${mark.host})`;
/** What to do about it. */
const advice = (mark: Mark) =>
  isMachines(mark)
    ? "One container at a time, or let them share the PID namespace: for several there is Redis"
    : "One machine at a time: for several there is Redis";

/** Resolves when whoever has written the mark gives no sign of life any more. */
async function watch(path: string, mark: Mark, warn: Options["warn"]) {
  const first = await beatAt(path);
  if (first === undefined || Math.abs(Date.now() - first) > DEAD_MS) return;
  warn(`${said(mark)} has used this store: waiting ${WATCH_MS / 1000} s to see whether it still does`);
  // Only a change counts: the two clocks may differ.
  for (let left = WATCH_MS; left > 0; left -= LOOK_MS) {
    await pause(LOOK_MS);
    const now = await beatAt(path);
    if (now === undefined) return;
    if (now !== first) {
      throw new Error(`${said(mark)} is using it. ${advice(mark)}`);
    }
  }
}

async function beatAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(absent))?.mtimeMs;
}

/** What can't be read is some other machine's, too. */
async function readMark(path: string): Promise<Mark | undefined> {
  const text = await readFile(path, "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    return markSchema.parse(JSON.parse(text));
  } catch {
    return { machine: "", host: "unknown" };
  }
}

/** Whole or not at all. */
async function write(path: string, mark: Mark): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

function absent(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== "ENOENT") throw error;
}

/** The same for all containers of a machine, and another one after it was started anew. */
function machineId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return hostname();
  }
}

/** The same for all who see each other's process ids; none where the system knows no namespaces. */
function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
