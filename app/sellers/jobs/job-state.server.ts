import { z } from "zod";
import { Lease } from "~/.server/store/lease";
import { store } from "~/.server/store/open-store";
import { warnUnreadable } from "~/.server/store/seal";
import { leaseOf } from "~/sellers/write/in-flight.server";
import { isOver, type JobState, noItems, type Unavailable } from "./job";

/*
 * What changes of a job while it is worked on, as plain values beside it that name nobody: where it stands, how far it is,
 * whether it is to stop, and whether it is left alone for a while.
 */

/** What of a job can be shown, tried again and taken back; in seconds. */
export const JOB_TTL = 30 * 86_400;

const statusSchema = z.object({
  /** In a state that only a later release knows a job waits for its owner, and is neither worked on nor forgotten. */
  state: z.enum(["running", "paused", "stopped", "finished"]).catch("paused"),
  /** The store's key of the session that it works with. */
  session: z.string(),
  /** Milliseconds since the epoch. */
  endedAt: z.number().optional(),
});
export type JobStatus = z.infer<typeof statusSchema>;

/** Jobs of earlier versions didn't count what they added. */
const count = z.int().default(0);
const countsSchema = z.object({ done: count, skipped: count, failed: count, unknown: count, added: count });

const progressSchema = z.object({
  /** The chunk being worked on. */
  chunk: z.int(),
  /** Of the chunks before it. */
  before: countsSchema,
  /** Of all chunks. */
  counts: countsSchema,
  /** Chunks that hold something to be checked (`isProblem`). */
  problems: z.array(z.int()),
  /** How often in a row something was away. */
  rests: z.int(),
});
export type Progress = z.infer<typeof progressSchema>;

const keys = {
  status: (id: string) => `job-state:${id}`,
  progress: (id: string) => `job-progress:${id}`,
  stop: (id: string) => `job-stop:${id}`,
  backOff: (id: string) => `job-rest:${id}`,
};

async function put(key: string, value: object): Promise<void> {
  await (await store()).put(key, JSON.stringify(value), JOB_TTL);
}

async function read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  return parsed(key, await (await store()).get(key), schema);
}

function parsed<T>(key: string, value: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (value === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(value));
  } catch {
    warnUnreadable(key);
    return undefined;
  }
}

export function jobStatusOf(id: string): Promise<JobStatus | undefined> {
  return read(keys.status(id), statusSchema);
}

/** Writes down that a new job is to be worked on with this session. */
export function beginJobStatus(id: string, session: string): Promise<void> {
  return put(keys.status(id), { state: "running", session });
}

/**
 * Changes a job's status by compare and swap, so that of two changes at once neither is lost.
 * @param to makes the new status, or undefined to leave it; called again when somebody else was faster
 * @returns whether it was changed
 * @throws StoreUnavailable; what `to` throws
 */
export async function changeJobStatus(
  id: string,
  to: (now: JobStatus) => JobStatus | undefined | Promise<JobStatus | undefined>,
): Promise<boolean> {
  const states = await store();
  const key = keys.status(id);
  for (;;) {
    const value = await states.get(key);
    const now = parsed(key, value, statusSchema);
    const next = now && (await to(now));
    if (value === undefined || !next) return false;
    if (await states.replaceIfEquals(key, value, JSON.stringify(next), JOB_TTL)) return true;
  }
}

type Ended = Extract<JobState, "stopped" | "finished">;

/** A job that is over stays as it ended. */
export async function endJob(id: string, state: Ended): Promise<void> {
  await changeJobStatus(id, (now) => (isOver(now.state) ? undefined : ended(now, state)));
}

/** A job waits for its owner, unless they gave it another session meanwhile; one that they told to stop meanwhile ends. */
export async function pauseJob(id: string, session: string): Promise<void> {
  const waits = ({ state, session: given }: JobStatus) => state === "running" && given === session;
  await changeJobStatus(id, (now) => (waits(now) ? { ...now, state: "paused" } : undefined));
  if (await isToStop(id)) await endPaused(id);
}

/** A job that somebody works on ends after the items in flight; any other one at once, as whoever takes it up now sees the word. */
export async function stopJob(id: string): Promise<void> {
  await askToStop(id);
  if ((await waitsFor(id)) || !(await Lease.isHeld(leaseOf(id)))) await endJob(id, "stopped");
  else await endPaused(id);
}

async function endPaused(id: string): Promise<void> {
  await changeJobStatus(id, (now) => (now.state === "paused" ? ended(now, "stopped") : undefined));
}

function ended(now: JobStatus, state: Ended): JobStatus {
  return { ...now, state, endedAt: Date.now() };
}

export async function progressOf(id: string): Promise<Progress> {
  const found = await read(keys.progress(id), progressSchema);
  return found ?? { chunk: 0, before: noItems, counts: noItems, problems: [], rests: 0 };
}

export function putProgress(id: string, progress: Progress): Promise<void> {
  return put(keys.progress(id), progress);
}

/** Asks whoever works on a job to end it. */
export async function askToStop(id: string): Promise<void> {
  await put(keys.stop(id), {});
}

export async function isToStop(id: string): Promise<boolean> {
  return (await (await store()).get(keys.stop(id))) !== undefined;
}

/** Leaves a job alone for a while, because something is away; one that was told to stop meanwhile ends. */
export async function backOff(id: string, ending: Unavailable, seconds: number): Promise<void> {
  await (await store()).put(keys.backOff(id), ending, seconds);
  if (await isToStop(id)) await endJob(id, "stopped");
}

/** Ends a job's wait for a system that is away. @returns whether it was waiting; @throws StoreUnavailable */
export async function endBackOff(id: string): Promise<boolean> {
  return (await store()).delete(keys.backOff(id));
}

/** What a job that is left alone waits for. Any word of another release counts as the backend. */
export async function waitsFor(id: string): Promise<Unavailable | undefined> {
  const value = await (await store()).get(keys.backOff(id));
  if (value === undefined) return undefined;
  return value === "signInUnavailable" ? value : "unavailable";
}
