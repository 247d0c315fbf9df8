import { z } from "zod";
import { MAX_ID_LENGTH } from "~/.server/backend/backend-call";
import { hashed } from "~/.server/store/hashed";
import { MAX_LOG_CLOCK_SKEW_MS, store, wholeLog } from "~/.server/store/open-store";
import { ownedRecords } from "~/.server/store/sealed-records";
import { type ItemOutcome, isOver, itemReasons } from "./job";
import { beginJobStatus, JOB_TTL, jobStatusOf } from "./job-state.server";
import { listUnfinished } from "./unfinished-jobs.server";

/*
 * What the store holds of a job: the job itself, which never changes; its items in chunks, each beside the chunk of
 * their outcomes; and beside them where it stands (`job-state.server.ts`). Everything that names a person is sealed. An
 * outcome's chunk exists from the moment that its first item may be tried.
 */

/** Items per chunk: a chunk of the largest items, sealed, stays below the store's 1 MB. */
export const CHUNK_ITEMS = 100;
/** The longest item, in bytes of its JSON. */
const MAX_ITEM_BYTES = 6_000;
/** How an item ends, as JSON with the comma behind it, in bytes; and the seller's id in it, of which the longest fits. */
const MAX_OUTCOME_BYTES = 750;
const MAX_ID_BYTES = 560;
/** The longest name of a seller in an outcome, in characters. */
const MAX_NAME_LENGTH = 200;
/** What a chunk of so many outcomes takes at most, sealed (base64url, and 200 bytes around it): taken when its job begins. */
const outcomesBytes = (items: number) => 200 + items * (MAX_OUTCOME_BYTES / 3) * 4;
const MEGABYTE = 1024 * 1024;
/** For one person; the oldest jobs that are over give way. The largest job, of 100,000 sellers, takes 115 MB at most, and 40 as a rule. */
const BOUNDS = { records: 1_000, bytes: 256 * MEGABYTE, bytesEach: 128 * MEGABYTE };

const personLog = (sub: string) => `jobs:${hashed(sub)}`;

const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  params: z.unknown(),
  owner: z.object({ sub: z.string(), name: z.string().optional() }),
  total: z.int(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /**
   * The job whose failures this one tries again, whose changes it takes back, or whose additions it disables. With
   * `unfinished` it does what the other one was stopped before: a retry for releases that don't know that.
   */
  origin: z
    .object({
      jobId: z.string(),
      why: z.enum(["retry", "undo", "disable"]),
      unfinished: z.literal(true).optional(),
    })
    .optional(),
});
export type Job = z.infer<typeof jobSchema>;

const outcome: z.ZodType<ItemOutcome> = z.object({
  // What only a later release knows was tried all the same.
  result: z.enum(["done", "skipped", "failed", "unknown"]).catch("unknown"),
  reason: z.enum(itemReasons).optional().catch(undefined),
  detail: z.string().optional(),
  sellerId: z.string().optional(),
  name: z.string().optional(),
  changeId: z.string().optional(),
  added: z.literal(true).optional(),
});
const itemsSchema = z.object({ items: z.array(z.unknown()) });
const outcomesSchema = z.object({ outcomes: z.array(outcome.nullable().catch({ result: "unknown" })) });

const JOB = "job";
const ITEMS = "job-items";
const OUTCOMES = "job-outcomes";
const jobs = ownedRecords({
  kind: JOB,
  schema: jobSchema,
  ttl: JOB_TTL,
  ownerOf: ({ owner }) => owner.sub,
  bounds: BOUNDS,
  mayGo: async (id) => isOver((await jobStatusOf(id))?.state),
  parts: [ITEMS, OUTCOMES],
  beside: ["job-state", "job-progress", "job-stop", "job-rest"],
});

/** What a job is made of; `session` is the store's key of the one that it works with. */
export type NewJob = Pick<Job, "kind" | "params" | "owner" | "origin"> & { session: string };

/**
 * Writes a job down: first its items, a chunk at a time as they come, so that a hundred thousand are never held at
 * once. As soon as it is whole any process may work on it.
 * @returns undefined without items, with nothing stored
 * @throws RangeError for an item too large to store; OverBudget; StoreUnavailable; whatever `items` throws; with nothing stored
 */
export async function storeJob(
  { session, ...given }: NewJob,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<Job | undefined> {
  const begun = await jobs.begin(given.owner.sub);
  const { id } = begun;
  try {
    let total = 0;
    for await (const chunk of chunksOf(items)) {
      await begun.reserve(outcomesBytes(chunk.length));
      await begun.putPart(ITEMS, total / CHUNK_ITEMS, { items: chunk });
      total += chunk.length;
    }
    if (total === 0) {
      await begun.abandon();
      return undefined;
    }
    const job: Job = { id, total, createdAt: Date.now(), ...given };
    await beginJobStatus(id, session);
    // Listed before it is there: cut off in between, there is no job, instead of one that nobody ever works on.
    await (await store()).append(personLog(job.owner.sub), id, JOB_TTL);
    await listUnfinished(job);
    await begun.end(job);
    return job;
  } catch (error) {
    await begun.abandon();
    throw error;
  }
}

/** @throws RangeError for an item too large to store */
async function* chunksOf(items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<unknown[], void> {
  let chunk: unknown[] = [];
  for await (const item of items) {
    if (jsonBytes(item) > MAX_ITEM_BYTES) {
      throw new RangeError(`A job's item has at most ${MAX_ITEM_BYTES} bytes`);
    }
    chunk.push(item);
    if (chunk.length < CHUNK_ITEMS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** For work in its owner's name. A request asks with its own person (`ownJob`). @param id as it came in a URL. */
export function findJob(id: string): Promise<Job | undefined> {
  return jobs.find(id);
}

/** Whether there is such a job, be it one that this process can't open. @throws StoreUnavailable */
export async function isJobStored(id: string): Promise<boolean> {
  return (await (await store()).get(`${JOB}:${id}`)) !== undefined;
}

/** A chunk's items, whatever release wrote them; each undefined where the chunk can't be opened any more. */
export async function itemsOf({ id, total }: Pick<Job, "id" | "total">, chunk: number): Promise<unknown[]> {
  const stored = (await jobs.findPart(ITEMS, id, chunk, itemsSchema))?.items ?? [];
  const length = Math.max(0, Math.min(CHUNK_ITEMS, total - chunk * CHUNK_ITEMS));
  return Array.from({ length }, (_none, at) => stored[at]);
}

/** How a chunk's items ended, null for those that haven't; `undefined` when none of them can have been tried yet. */
export async function outcomesOf(id: string, chunk: number): Promise<(ItemOutcome | null)[] | undefined> {
  return (await jobs.findPart(OUTCOMES, id, chunk, outcomesSchema))?.outcomes;
}

/**
 * How an item ended, as it is stored: a backend's texts may be of any length. What it said gives way first, then the name.
 * An id that doesn't fit leads nowhere.
 */
export function boundedOutcome({ sellerId: id = "", name, ...outcome }: ItemOutcome): ItemOutcome {
  const isLinkable = id !== "" && id.length <= MAX_ID_LENGTH && jsonBytes(id) <= MAX_ID_BYTES;
  const sellerId = isLinkable ? id : undefined;
  const bounded: ItemOutcome = { ...outcome, sellerId, name: name?.slice(0, MAX_NAME_LENGTH) };
  const excess = () => jsonBytes(bounded) + 1 - MAX_OUTCOME_BYTES;
  for (const text of ["detail", "name"] as const) {
    // A character takes 6 bytes at most.
    for (let cut = excess(); cut > 0 && bounded[text]; cut = excess()) {
      bounded[text] = bounded[text].slice(0, -Math.ceil(cut / 6)) || undefined;
    }
  }
  return bounded;
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * For no longer than their job, which may have waited for its owner for weeks.
 * @param outcomes bounded (`boundedOutcome`): room for them was taken when the job began.
 */
export function putOutcomes(
  { id, createdAt }: Pick<Job, "id" | "createdAt">,
  chunk: number,
  outcomes: (ItemOutcome | null)[],
): Promise<void> {
  const secondsLeft = JOB_TTL - (Date.now() - createdAt) / 1000;
  return jobs.putPart(OUTCOMES, id, chunk, { part: { outcomes }, seconds: Math.max(1, secondsLeft) });
}

/** A person's latest jobs, newest first. */
export async function jobsOf(sub: string, limit: number): Promise<Job[]> {
  const entries = await (await store()).readLog(personLog(sub), { limit });
  const found = await Promise.all(entries.map(({ value }) => findJob(value)));
  return found.filter((job) => job !== undefined);
}

/** All of a person's, by their ids. @throws StoreUnavailable */
export function allJobsOf(sub: string): Promise<Map<string, Job>> {
  return jobs.allOf(sub);
}

/** With its items and outcomes, and all that is known of it. Only of one that nobody works on. @throws StoreUnavailable */
export async function dropJob(job: Job): Promise<void> {
  await jobs.delete(job.id);
  const logs = await store();
  const from = job.createdAt - MAX_LOG_CLOCK_SKEW_MS;
  for await (const { id, value } of wholeLog(personLog(job.owner.sub), from)) {
    if (value === job.id) await logs.removeFromLog(personLog(job.owner.sub), id);
  }
}
