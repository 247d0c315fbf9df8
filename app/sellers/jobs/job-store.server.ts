import { z } from "zod";
import { MAX_ID_LENGTH } from "~/.server/backend/contract/endpoints";
import { store } from "~/.server/store/open-store";
import { type BegunRecord, Chunks, ownedRecords } from "~/.server/store/owned-records";
import { takeHistoryRoom } from "~/sellers/write/history-room.server";
import { type ItemOutcome, isOver, itemReasons } from "./job";
import { beginJobStatus, dropJobState, JOB_TTL, jobStatusOf, listUnfinished } from "./job-state.server";

/*
 * The sealed part of a job: the job itself, which never changes, and its items and outcomes in
 * chunks. A chunk of outcomes exists from the moment that its first item may be tried.
 */

/** Items per chunk: sealed, a chunk of the largest items stays below the store's 1 MB. */
export const CHUNK_ITEMS = 100;
/** In bytes of JSON; an outcome includes the comma behind it. */
const MAX_ITEM_BYTES = 6_000;
const MAX_OUTCOME_BYTES = 750;
const MAX_ID_BYTES = 560;
export const MAX_ITEM_NAME = 200;
/** Room for sealed chunks of outcomes: base64url, and 200 bytes around each. */
const outcomesBytes = (items: number) => Math.ceil(items / CHUNK_ITEMS) * 200 + items * (MAX_OUTCOME_BYTES / 3) * 4;
const MEGABYTE = 1024 * 1024;
/** Per person. A job of 100,000 sellers takes 40 to 115 MB. */
const BOUNDS = { records: 1_000, bytes: 256 * MEGABYTE, bytesEach: 128 * MEGABYTE };

const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  params: z.unknown(),
  owner: z.object({ sub: z.string(), name: z.string().optional() }),
  total: z.int(),
  createdAt: z.number(),
  origin: z.object({ jobId: z.string(), why: z.enum(["retry", "finish", "undo", "disable"]) }).optional(),
});
export type Job = z.infer<typeof jobSchema>;

const outcome: z.ZodType<ItemOutcome> = z.object({
  // An item with a result of a later release was tried.
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
  mayEvict: async (id) => isOver((await jobStatusOf(id))?.state),
  parts: [ITEMS, OUTCOMES],
  dropMore: dropJobState,
});

export type NewJob = Pick<Job, "kind" | "params" | "owner" | "origin"> & { session: string };

/** Items first; undefined without any. @throws RangeError for a too large item; OverBudget */
export async function storeJob(
  { session, ...newJob }: NewJob,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<Job | undefined> {
  const begun = await jobs.begin(newJob.owner.sub);
  const chunks = itemChunks(begun);
  try {
    for await (const item of items) await chunks.add(item);
    await chunks.end();
    const { total } = chunks;
    if (total === 0) {
      await begun.abandon();
      return undefined;
    }
    await begun.reserve(outcomesBytes(total));
    await takeHistoryRoom(newJob.owner.sub, total);
    const job: Job = { id: begun.id, total, createdAt: Date.now(), ...newJob };
    await listJob(job, session);
    await begun.end(job);
    return job;
  } catch (error) {
    await begun.abandon();
    throw error;
  }
}

/** A crash between listing and storing leaves no job, instead of one that nobody ever works on. */
async function listJob(job: Job, session: string): Promise<void> {
  await beginJobStatus(job.id, session);
  await listUnfinished(job);
}

export const itemChunks = (begun: BegunRecord<Job>) =>
  new Chunks<unknown>({ rows: CHUNK_ITEMS, rowBytes: MAX_ITEM_BYTES }, (chunk, items) =>
    begun.putPart(ITEMS, chunk, { items }),
  );

/** Begins the items of a job that `storePlannedJob` may start. @throws OverBudget */
export function beginItems(sub: string, seconds: number): Promise<BegunRecord<Job>> {
  return jobs.begin(sub, { seconds });
}

/** `bytes`: of the items as they are stored. */
export type PlannedJob = NewJob & Pick<Job, "id" | "total"> & { bytes: number };

/** Can be repeated, also by another process. False if the items are gone. @throws OverBudget */
export async function storePlannedJob({ session, bytes, ...planned }: PlannedJob): Promise<boolean> {
  const job: Job = { createdAt: Date.now(), ...planned };
  const { id, total, owner } = job;
  const count = Math.ceil(total / CHUNK_ITEMS);
  const putJob = await jobs.takeUp(id, job, { word: ITEMS, count, bytes: bytes + outcomesBytes(total) });
  if (!putJob) return false;
  await takeHistoryRoom(owner.sub, total);
  await listJob(job, session);
  await putJob();
  return true;
}

export async function dropPlannedItems(id: string): Promise<void> {
  if (!(await jobStatusOf(id))) await jobs.discard(id);
}

/** The id may come from a URL. A request must use `ownJob`, which checks the owner. */
export function findJob(id: string): Promise<Job | undefined> {
  return jobs.find(id);
}

/** Whether a job is stored, even if this process can't unseal it. */
export async function isJobStored(id: string): Promise<boolean> {
  return (await (await store()).get(`${JOB}:${id}`)) !== undefined;
}

/** A chunk's items, unchecked; all undefined if the chunk can't be unsealed. */
export async function itemsOf({ id, total }: Pick<Job, "id" | "total">, chunk: number): Promise<unknown[]> {
  const stored = (await jobs.findPart(ITEMS, id, chunk, itemsSchema))?.items ?? [];
  const length = Math.max(0, Math.min(CHUNK_ITEMS, total - chunk * CHUNK_ITEMS));
  return Array.from({ length }, (_none, at) => stored[at]);
}

/** The history's entry of a job's item, by its place in the job. */
export const changeIdOf = (jobId: string, at: number) => `${jobId}.${at}`;

/** Null for items that haven't ended; undefined if none of them can have been tried. */
export async function outcomesOf(id: string, chunk: number): Promise<(ItemOutcome | null)[] | undefined> {
  return (await jobs.findPart(OUTCOMES, id, chunk, outcomesSchema))?.outcomes;
}

/** Shortens first the backend's words, then the name; drops an id that doesn't fit. */
export function boundedOutcome({ sellerId: id = "", name, ...outcome }: ItemOutcome): ItemOutcome {
  const isLinkable = id !== "" && id.length <= MAX_ID_LENGTH && jsonBytes(id) <= MAX_ID_BYTES;
  const sellerId = isLinkable ? id : undefined;
  const bounded: ItemOutcome = { ...outcome, sellerId, name: name?.slice(0, MAX_ITEM_NAME) };
  const excess = () => jsonBytes(bounded) + 1 - MAX_OUTCOME_BYTES;
  for (const text of ["detail", "name"] as const) {
    // A UTF-16 code unit takes at most 6 bytes of JSON.
    for (let cut = excess(); cut > 0 && bounded[text]; cut = excess()) {
      bounded[text] = bounded[text].slice(0, -Math.ceil(cut / 6)) || undefined;
    }
  }
  return bounded;
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Stores bounded outcomes (`boundedOutcome`) for as long as their job. */
export function putOutcomes(
  { id, createdAt }: Pick<Job, "id" | "createdAt">,
  chunk: number,
  outcomes: (ItemOutcome | null)[],
): Promise<void> {
  const secondsLeft = JOB_TTL - (Date.now() - createdAt) / 1000;
  return jobs.putPart(OUTCOMES, id, chunk, { part: { outcomes }, seconds: Math.max(1, secondsLeft) });
}

/** Newest first. */
export async function jobsOf(sub: string, limit?: number): Promise<Job[]> {
  return [...(await jobs.allOf(sub, limit)).values()];
}

/** Deletes all that is stored of a job, which must not be running. */
export function dropJob(id: string): Promise<void> {
  return jobs.delete(id);
}
