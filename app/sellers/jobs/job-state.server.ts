import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { Lease } from "~/.server/db/lease";
import { warnUnreadable } from "~/.server/db/seal";
import { changeValue } from "~/.server/store/change-value";
import { store, wholeLog } from "~/.server/store/open-store";
import { jobLease } from "~/sellers/write/pending-write.server";
import { type AwaitedSystem, isOver, type JobState, noItems } from "./job";

/* What changes while a job runs: plain values beside the sealed job, which name nobody. */

/** How long a job can be shown, retried and undone, in seconds. */
export const JOB_TTL = 30 * 86_400;

const statusSchema = z.object({
  /** A job in a state of a later release is paused: nobody works on it, and it isn't over. */
  state: z.enum(["running", "paused", "stopped", "finished"]).catch("paused"),
  session: z.string(),
  endedAt: z.number().optional(),
  /** The owner stopped the job while a process worked on it, which ends it after its items. */
  isStopping: z.literal(true).optional(),
  /** The job waits for an unavailable system, until a time in ms since the epoch. */
  backOff: z
    .object({
      // A system that only a later release names counts as the backend.
      system: z.enum(["unavailable", "signInUnavailable", "directoryUnavailable"]).catch("unavailable"),
      until: z.number(),
    })
    .optional(),
});
export type JobStatus = z.infer<typeof statusSchema>;

const count = z.int();
const countsSchema = z.object({ done: count, skipped: count, failed: count, unknown: count, added: count });

const progressSchema = z.object({
  chunk: z.int(),
  /** Counts of the chunks before the current one. */
  before: countsSchema,
  counts: countsSchema,
  /** Chunks with items to be checked. */
  problems: z.array(z.int()),
  /** Consecutive backoffs. */
  rests: z.int(),
});
export type JobProgress = z.infer<typeof progressSchema>;

const statusKey = (id: string) => `job-state:${id}`;
const progressKey = (id: string) => `job-progress:${id}`;

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
  return read(statusKey(id), statusSchema);
}

/** A job that another process has begun meanwhile keeps its status. */
export async function beginJobStatus(id: string, session: string): Promise<void> {
  const status: JobStatus = { state: "running", session };
  await (await store()).putIfAbsent(statusKey(id), JSON.stringify(status), JOB_TTL);
}

/** Calls `to` again if another writer was faster. @returns whether the status was changed */
export function changeJobStatus(
  id: string,
  to: (now: JobStatus) => JobStatus | undefined | Promise<JobStatus | undefined>,
): Promise<boolean> {
  const key = statusKey(id);
  return changeValue(key, async (value) => {
    const now = parsed(key, value, statusSchema);
    const next = now && (await to(now));
    return next && { value: JSON.stringify(next), ttlSeconds: JOB_TTL };
  });
}

type Ended = Extract<JobState, "stopped" | "finished">;

function ended({ session }: JobStatus, state: Ended): JobStatus {
  return { state, session, endedAt: Date.now() };
}

export async function endJob(id: string, state: Ended): Promise<void> {
  await changeJobStatus(id, (now) => (isOver(now.state) ? undefined : ended(now, state)));
}

/** Pauses a job that still works with this session, or ends it if it is to stop. */
export async function pauseJob(id: string, session: string): Promise<void> {
  await changeJobStatus(id, (now) => {
    if (now.state !== "running" || now.session !== session) return undefined;
    return now.isStopping ? ended(now, "stopped") : { ...now, state: "paused" };
  });
}

/** Ends a job at once if no process works on it, and otherwise after the items in flight. */
export async function stopJob(id: string): Promise<void> {
  await changeJobStatus(id, async (now) => {
    if (isOver(now.state)) return undefined;
    const mayRun = now.state === "running" && !waitsFor(now);
    return mayRun && (await Lease.isHeld(jobLease(id))) ? { ...now, isStopping: true } : ended(now, "stopped");
  });
}

export async function isToStop(id: string): Promise<boolean> {
  const status = await jobStatusOf(id);
  return status?.isStopping === true || isOver(status?.state);
}

/** Lets a job wait for an unavailable system, or ends it if it is to stop. */
export async function backOff(id: string, system: AwaitedSystem, seconds: number): Promise<void> {
  await changeJobStatus(id, (now) => {
    if (now.state !== "running") return undefined;
    return now.isStopping ? ended(now, "stopped") : { ...now, backOff: { system, until: Date.now() + seconds * 1000 } };
  });
}

export function waitsFor({ state, backOff }: JobStatus): AwaitedSystem | undefined {
  return state === "running" && backOff && backOff.until > Date.now() ? backOff.system : undefined;
}

/** Deletes what is kept here of a job that is deleted itself. */
export async function dropJobState(id: string): Promise<void> {
  const dropping = await store();
  await dropping.delete(statusKey(id));
  await dropping.delete(progressKey(id));
}

export async function progressOf(id: string): Promise<JobProgress> {
  const progress = await read(progressKey(id), progressSchema);
  return progress ?? { chunk: 0, before: noItems, counts: noItems, problems: [], rests: 0 };
}

export async function putProgress(id: string, progress: JobProgress): Promise<void> {
  await (await store()).put(progressKey(id), JSON.stringify(progress), JOB_TTL);
}

const UNFINISHED_LOG = "unfinished-jobs";

export type UnfinishedJob = {
  id: string;
  owner: string;
  /** When the job was first listed, in ms since the epoch. */
  listedAt: number;
  /** The job's entries in the log; several if two processes listed it at once. */
  entries: string[];
};

/** From now on any process may work on the job. */
export async function listUnfinished({ id, owner }: { id: string; owner: { sub: string } }): Promise<void> {
  await (await store()).append(UNFINISHED_LOG, `${id} ${hashed(owner.sub)}`, JOB_TTL);
}

/** Oldest first. */
export async function unfinishedJobs(): Promise<UnfinishedJob[]> {
  const jobs = new Map<string, UnfinishedJob>();
  for await (const { id: entry, at: listedAt, value } of wholeLog(UNFINISHED_LOG)) {
    const [id = "", owner = ""] = value.split(" ");
    const entries = [...(jobs.get(id)?.entries ?? []), entry];
    // The log is read from the newest entry back, and a job's place is that of its oldest entry.
    jobs.delete(id);
    jobs.set(id, { id, owner, listedAt, entries });
  }
  return [...jobs.values()].reverse();
}

export async function unlist({ entries }: UnfinishedJob): Promise<void> {
  const log = await store();
  for (const entry of entries) await log.removeFromLog(UNFINISHED_LOG, entry);
}
