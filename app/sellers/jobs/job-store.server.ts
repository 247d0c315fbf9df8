import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import { type ItemCounts, type ItemOutcome, type JobState, noItems } from "./job";

/*
 * What the store holds of a job: the job itself, which never changes; where it stands (state); how far it is
 * (progress); and its items in chunks, each beside the chunk of their outcomes. Everything that names a person is
 * sealed. An outcome's chunk exists from the moment that its first item may be tried.
 */

/** Items per chunk: a chunk of the largest items, sealed, stays below the store's 1 MB. */
export const CHUNK_ITEMS = 100;
/** Of an item as JSON, in bytes. */
const MAX_ITEM_BYTES = 6_000;
/** What can be shown, tried again and taken back; in seconds. */
const TTL = 30 * 86_400;
/** More than anybody starts in the time that a job takes. */
const MAX_LISTED = 1_000;

const PURPOSE = "job";
const ALL = "jobs";
const personLog = (sub: string) => `${ALL}:${createHash("sha256").update(sub).digest("base64url")}`;
const ID = /^[\w-]{22}$/;

const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  params: z.unknown(),
  owner: z.object({ sub: z.string(), name: z.string().optional() }),
  total: z.int(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** The job whose failures this one tries again, or whose changes it takes back. */
  origin: z.object({ jobId: z.string(), why: z.enum(["retry", "undo"]) }).optional(),
});
export type Job = z.infer<typeof jobSchema>;

export type JobStatus = {
  state: JobState;
  /** The store's key of the session that it works with. */
  session: string;
  /** Milliseconds since the epoch. */
  endedAt?: number;
};

export type Progress = {
  /** The chunk being worked on. */
  chunk: number;
  /** Of the chunks before it. */
  before: ItemCounts;
  /** Of all chunks. */
  counts: ItemCounts;
  /** Chunks in which something failed. */
  problems: number[];
  /** How often in a row the backend wasn't there. */
  rests: number;
};

const outcome: z.ZodType<ItemOutcome> = z.object({
  result: z.enum(["done", "skipped", "failed", "unknown"]),
  reason: z.custom<ItemOutcome["reason"]>((value) => value === undefined || typeof value === "string").optional(),
  detail: z.string().optional(),
  sellerId: z.string().optional(),
  name: z.string().optional(),
  changeId: z.string().optional(),
});
const itemsSchema = z.object({ items: z.array(z.unknown()) });
const outcomesSchema = z.object({ outcomes: z.array(outcome.nullable()) });

const keys = {
  job: (id: string) => `job:${id}`,
  status: (id: string) => `job-state:${id}`,
  progress: (id: string) => `job-progress:${id}`,
  items: (id: string, chunk: number) => `job-items:${id}:${chunk}`,
  outcomes: (id: string, chunk: number) => `job-outcomes:${id}:${chunk}`,
  stop: (id: string) => `job-stop:${id}`,
  rest: (id: string) => `job-rest:${id}`,
};

async function put(key: string, value: object): Promise<void> {
  await (await store()).put(key, JSON.stringify(value), TTL);
}

async function putSealed(key: string, value: object): Promise<void> {
  await (await store()).put(key, await seal(value, { purpose: PURPOSE }), TTL);
}

async function read<T>(key: string): Promise<T | undefined> {
  const value = await (await store()).get(key);
  return value === undefined ? undefined : (JSON.parse(value) as T);
}

export function newJobId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * Writes the items down, a chunk at a time as they come, so that a hundred thousand are never held at once.
 * @returns how many there were.
 * @throws RangeError for an item too large to keep; StoreUnavailable; whatever `items` throws; with nothing kept
 */
export async function putItems(id: string, items: AsyncIterable<unknown> | Iterable<unknown>): Promise<number> {
  let total = 0;
  let chunk: unknown[] = [];
  const flush = () => putSealed(keys.items(id, Math.ceil(total / CHUNK_ITEMS) - 1), { items: chunk });
  try {
    for await (const item of items) {
      if (Buffer.byteLength(JSON.stringify(item)) > MAX_ITEM_BYTES) {
        throw new RangeError(`A job's item has at most ${MAX_ITEM_BYTES} bytes`);
      }
      chunk.push(item);
      total += 1;
      if (chunk.length < CHUNK_ITEMS) continue;
      await flush();
      chunk = [];
    }
    if (chunk.length > 0) await flush();
  } catch (error) {
    await dropItems(id, Math.ceil(total / CHUNK_ITEMS)).catch(() => undefined);
    throw error;
  }
  return total;
}

async function dropItems(id: string, chunks: number): Promise<void> {
  const kept = await store();
  for (let chunk = 0; chunk < chunks; chunk += 1) await kept.delete(keys.items(id, chunk));
}

/** Makes a job known whose items are in place: from now on any process may work on it. */
export async function putJob(job: Job, session: string): Promise<void> {
  const kept = await store();
  await putJobStatus(job.id, { state: "running", session });
  await putSealed(keys.job(job.id), job);
  await kept.append(personLog(job.owner.sub), job.id, TTL);
  await kept.append(ALL, job.id, TTL);
}

/** @param id as it came in a URL. */
export async function findJob(id: string): Promise<Job | undefined> {
  if (!ID.test(id)) return undefined;
  return unseal(await (await store()).get(keys.job(id)), { purpose: PURPOSE, schema: jobSchema });
}

export function jobStatusOf(id: string): Promise<JobStatus | undefined> {
  return read<JobStatus>(keys.status(id));
}

export function putJobStatus(id: string, status: JobStatus): Promise<void> {
  return put(keys.status(id), status);
}

export async function progressOf(id: string): Promise<Progress> {
  const found = await read<Progress>(keys.progress(id));
  return found ?? { chunk: 0, before: noItems, counts: noItems, problems: [], rests: 0 };
}

export function putProgress(id: string, progress: Progress): Promise<void> {
  return put(keys.progress(id), progress);
}

export async function itemsOf(id: string, chunk: number): Promise<unknown[]> {
  const sealed = await (await store()).get(keys.items(id, chunk));
  const found = await unseal(sealed, { purpose: PURPOSE, schema: itemsSchema });
  return found?.items ?? [];
}

/** How a chunk's items ended, null for those that haven't; `undefined` when none of them can have been tried yet. */
export async function outcomesOf(id: string, chunk: number): Promise<(ItemOutcome | null)[] | undefined> {
  const sealed = await (await store()).get(keys.outcomes(id, chunk));
  const found = await unseal(sealed, { purpose: PURPOSE, schema: outcomesSchema });
  return found?.outcomes;
}

export function putOutcomes(id: string, chunk: number, outcomes: (ItemOutcome | null)[]): Promise<void> {
  return putSealed(keys.outcomes(id, chunk), { outcomes });
}

/** Asks whoever works on a job to end it. */
export async function askToStop(id: string): Promise<void> {
  await put(keys.stop(id), {});
}

export async function isToStop(id: string): Promise<boolean> {
  return (await (await store()).get(keys.stop(id))) !== undefined;
}

/** Leaves a job alone for a while. */
export async function backOff(id: string, seconds: number): Promise<void> {
  await (await store()).put(keys.rest(id), "1", seconds);
}

export async function isBackingOff(id: string): Promise<boolean> {
  return (await (await store()).get(keys.rest(id))) !== undefined;
}

/** The ids of the latest jobs of everybody, oldest first. */
export async function recentJobs(): Promise<string[]> {
  const entries = await (await store()).readLog(ALL, { limit: MAX_LISTED });
  return entries.map(({ value }) => value).reverse();
}

/** A person's latest jobs, newest first. */
export async function jobsOf(sub: string, limit: number): Promise<Job[]> {
  const entries = await (await store()).readLog(personLog(sub), { limit });
  const jobs = await Promise.all(entries.map(({ value }) => findJob(value)));
  return jobs.filter((job) => job !== undefined);
}
