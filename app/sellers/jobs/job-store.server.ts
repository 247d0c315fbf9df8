import { z } from "zod";
import { assertRoom, database, inTransaction, QuotaExceeded, type Tx } from "~/.server/db/database";
import type { NewRow, Row } from "~/.server/db/schema";
import { yieldToEventLoop } from "~/.server/in-slices";
import { TOKEN, uniqueToken } from "~/.server/tokens";
import { assertHistoryQuota } from "~/sellers/write/history-quota.server";
import { type AwaitedSystem, isOver, type JobState } from "./job";

export const JOB_LIFE_MS = 30 * 86_400_000;
/** In ms. If a job being stored gets no batch for this long, its process counts as dead. */
const STORING_MS = 15 * 60_000;
/** In ms. Rows that expire this soon count as expired: a sweep's clock may be ahead. */
export const SWEEP_MARGIN_MS = 10_000;
/**
 * In ms. The longest wait for a system. If more time seems left, a clock was ahead when the wait
 * was stored, and the wait counts as over.
 */
export const MAX_WAIT_MS = 15 * 60_000;
export const BATCH_ROWS = 500;
const MAX_STORED_JOBS = 1_000;
const MAX_STORED_ITEMS = 500_000;

// `catch`: if an older release of the app replaces a newer one, the table may have values that only
// the newer release knows.
const stateSchema = z.enum(["running", "paused", "stopped", "finished"]).catch("paused");
const systemSchema = z.enum(["unavailable", "signInUnavailable", "directoryUnavailable"]).catch("unavailable");
const whySchema = z.enum(["retry", "finish", "undo", "disable"]);

export type NewJob = {
  kind: string;
  params: unknown;
  owner: { sub: string; name?: string };
  session: string;
  origin?: { jobId: string; why: z.infer<typeof whySchema> };
};

export type Job = NewJob & {
  id: string;
  total: number;
  createdAt: number;
  state: JobState;
  /** The owner has pressed „Zatrzymaj”; the job ends after the items in flight. */
  isStopping: boolean;
  endedAt?: number;
  backoff?: { system: AwaitedSystem; until: number };
  backoffCount: number;
};

function jobOf(row: Row<"jobs">): Job {
  const why = whySchema.safeParse(row.origin_why).data;
  return {
    id: row.id,
    kind: row.kind,
    params: JSON.parse(row.params),
    owner: { sub: row.sub, name: row.owner_name ?? undefined },
    session: row.session,
    origin: row.origin_job && why ? { jobId: row.origin_job, why } : undefined,
    total: row.total,
    createdAt: row.created_at,
    state: stateSchema.parse(row.state),
    isStopping: row.is_stopping === 1,
    endedAt: row.ended_at ?? undefined,
    backoff:
      row.waits_until === null ? undefined : { system: systemSchema.parse(row.awaited_system), until: row.waits_until },
    backoffCount: row.waits,
  };
}

export function awaitedSystemOf({ state, backoff }: Pick<Job, "state" | "backoff">): AwaitedSystem | undefined {
  const leftMs = (backoff?.until ?? 0) - Date.now();
  return state === "running" && leftMs > 0 && leftMs <= MAX_WAIT_MS ? backoff?.system : undefined;
}

async function visibleJobs() {
  const jobs = (await database()).selectFrom("jobs").selectAll();
  return jobs.where("state", "<>", "storing").where("expires_at", ">", Date.now());
}

/** Doesn't check the owner: a request must use `ownJob`. */
export async function findJob(id: string): Promise<Job | undefined> {
  if (!TOKEN.test(id)) return undefined;
  const row = await (await visibleJobs()).where("id", "=", id).executeTakeFirst();
  return row && jobOf(row);
}

export async function jobsOf(sub: string, limit = MAX_STORED_JOBS): Promise<Job[]> {
  const jobs = (await visibleJobs()).where("sub", "=", sub).orderBy("created_at", "desc").orderBy("id", "desc");
  return (await jobs.limit(limit).execute()).map(jobOf);
}

/** Finds the job that runs the items which this job didn't reach. */
export async function findFollowUpJob({ id, owner }: Job): Promise<string | undefined> {
  const jobs = (await visibleJobs()).where("sub", "=", owner.sub).where("origin_job", "=", id);
  return (await jobs.where("origin_why", "=", "finish").executeTakeFirst())?.id;
}

/**
 * Stores the items in batches; the job becomes visible after the last batch.
 * @returns the job's id; undefined without an item
 */
export async function storeJob(
  job: NewJob,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<string | undefined> {
  const id = uniqueToken();
  await assertRoom();
  await inTransaction((tx) => insertJob(tx, job, { id, state: "storing", total: 0, lifeMs: STORING_MS }));
  try {
    let total = 0;
    for await (const batch of batchesOf(items)) {
      await assertRoom();
      await inTransaction(async (tx) => {
        await makeWay(tx, job.owner.sub, { jobs: 0, items: batch.length });
        await updateWhileStoring(tx, id, { total: total + batch.length, expires_at: Date.now() + STORING_MS });
        await insertItems(tx, id, total, batch);
      });
      total += batch.length;
    }
    if (total > 0) {
      await assertHistoryQuota(job.owner.sub, total);
      await inTransaction((tx) =>
        updateWhileStoring(tx, id, { state: "running", total, expires_at: Date.now() + JOB_LIFE_MS }),
      );
      return id;
    }
  } catch (error) {
    await expireJob(id).catch(() => undefined);
    throw error;
  }
  await expireJob(id);
  return undefined;
}

/** Fails if the last batch is 15 minutes old, because a sweep may already be deleting the job. */
async function updateWhileStoring(
  tx: Tx,
  id: string,
  set: Partial<Pick<Row<"jobs">, "state" | "total" | "expires_at">>,
): Promise<void> {
  const update = tx.updateTable("jobs").set(set).where("id", "=", id).where("state", "=", "storing");
  const { numUpdatedRows } = await update.where("expires_at", ">", Date.now() + SWEEP_MARGIN_MS).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error("The job took too long to be stored");
}

type JobStart = Pick<Row<"jobs">, "id" | "state" | "total"> & { lifeMs?: number };

/** @returns false if there is a job with this id already. @throws QuotaExceeded */
export async function insertJob(
  tx: Tx,
  { kind, params, owner, session, origin }: NewJob,
  { id, state, total, lifeMs = JOB_LIFE_MS }: JobStart,
): Promise<boolean> {
  await makeWay(tx, owner.sub, { jobs: 1, items: total });
  const now = Date.now();
  const row: NewRow<"jobs"> = {
    id,
    kind,
    session,
    state,
    total,
    is_stopping: 0,
    waits: 0,
    created_at: now,
    expires_at: now + lifeMs,
    sub: owner.sub,
    owner_name: owner.name ?? null,
    params: JSON.stringify(params),
    origin_job: origin?.jobId ?? null,
    origin_why: origin?.why ?? null,
  };
  const inserted = await tx
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Expires the person's oldest ended jobs until `needs` fit. @throws QuotaExceeded */
async function makeWay(tx: Tx, sub: string, needs: { jobs: number; items: number }): Promise<void> {
  const now = Date.now();
  const stored = tx.selectFrom("jobs").select(["id", "state", "total"]).where("sub", "=", sub);
  const jobs = await stored.where("expires_at", ">", now).orderBy("created_at").execute();
  let jobCount = jobs.length + needs.jobs;
  let itemCount = jobs.reduce((sum, { total }) => sum + total, needs.items);
  const expiring: string[] = [];
  for (const { id, state, total } of jobs) {
    if (jobCount <= MAX_STORED_JOBS && itemCount <= MAX_STORED_ITEMS) break;
    if (!isOver(stateSchema.parse(state))) continue;
    expiring.push(id);
    jobCount -= 1;
    itemCount -= total;
  }
  if (jobCount > MAX_STORED_JOBS || itemCount > MAX_STORED_ITEMS) throw new QuotaExceeded("job");
  if (expiring.length > 0) await tx.updateTable("jobs").set({ expires_at: now }).where("id", "in", expiring).execute();
}

export async function insertItems(tx: Tx, jobId: string, firstPlace: number, items: readonly unknown[]): Promise<void> {
  const rows = items.map(
    (item, index): NewRow<"job_items"> => ({
      job_id: jobId,
      place: firstPlace + index,
      item: JSON.stringify(item),
      result: "waiting",
      is_added: 0,
    }),
  );
  await tx.insertInto("job_items").values(rows).execute();
}

async function* batchesOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[], void> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
    await yieldToEventLoop();
  }
  if (batch.length > 0) yield batch;
}

/** Hides the job, which must not be running. A later sweep deletes its rows. */
export async function expireJob(id: string): Promise<void> {
  await (await database()).updateTable("jobs").set({ expires_at: Date.now() }).where("id", "=", id).execute();
}
