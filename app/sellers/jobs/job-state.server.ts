import { type ExpressionBuilder, sql } from "kysely";
import { database, databaseEngine, inTransaction, type Tx } from "~/.server/db/database";
import { heldLeases, jobLease, Lease } from "~/.server/db/lease";
import type { Schema } from "~/.server/db/schema";
import { allItems } from "./item-store.server";
import type { AwaitedSystem } from "./job";
import { MAX_WAIT_MS } from "./job-store.server";
import { settleItems } from "./settle-items.server";

// Each UPDATE repeats the expected state in its WHERE, because the owner may press „Zatrzymaj” at
// the moment when a process pauses the job.

const OVER = ["stopped", "finished"] as const;

type Jobs = ExpressionBuilder<Schema, "jobs">;

const isRunningUnstopped = (eb: Jobs) => eb.and({ state: "running", is_stopping: 0 });
/** Whether a job waits for no system. A wait longer than MAX_WAIT_MS counts as over. */
const isDue = (eb: Jobs) => {
  const now = Date.now();
  return eb.or([
    eb("waits_until", "is", null),
    eb("waits_until", "<=", now),
    eb("waits_until", ">", now + MAX_WAIT_MS),
  ]);
};

function updateToEnd(tx: Tx, id: string, state: (typeof OVER)[number]) {
  const end = tx.updateTable("jobs").set({ state, ended_at: Date.now(), is_stopping: 0, waits_until: null });
  return end.where("id", "=", id).where("state", "not in", OVER);
}

export async function endJob(tx: Tx, id: string, state: (typeof OVER)[number]): Promise<boolean> {
  const { numUpdatedRows } = await updateToEnd(tx, id, state).executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function endIfStopping(tx: Tx, id: string): Promise<void> {
  await updateToEnd(tx, id, "stopped").where("is_stopping", "=", 1).execute();
}

/** Pauses a job whose `session` has ended, except if the job has got a newer session meanwhile. */
export async function pauseJob(tx: Tx, id: string, session: string): Promise<void> {
  const pause = tx.updateTable("jobs").set({ state: "paused" }).where("id", "=", id).where("session", "=", session);
  await pause.where(isRunningUnstopped).execute();
  await endIfStopping(tx, id);
}

/** `count`: number of backoffs in a row, without those for the directory. */
export type Backoff = { seconds: number; count: number };

export async function backOff(tx: Tx, id: string, system: AwaitedSystem, { seconds, count }: Backoff): Promise<void> {
  const wait = { awaited_system: system, waits_until: Date.now() + seconds * 1000, waits: count };
  await tx.updateTable("jobs").set(wait).where("id", "=", id).where(isRunningUnstopped).execute();
  await endIfStopping(tx, id);
}

/** Ends a job: at once, or after its items in flight if a process is running the job. */
export async function stopJob(id: string): Promise<void> {
  const isHeld = await Lease.isHeld(jobLease(id));
  if (isHeld) {
    const update = (await database()).updateTable("jobs").set({ is_stopping: 1 });
    // `isDue`: a job that waits for a system has no items in flight, so it ends at once.
    const stop = update.where("id", "=", id).where("state", "=", "running").where(isDue);
    if ((await stop.executeTakeFirst()).numUpdatedRows === 1n) return;
  }
  await settleItems(id, allItems(id, "begun"));
  await inTransaction((tx) => endJob(tx, id, "stopped"));
}

/** The owner has pressed „Zatrzymaj”, or the job ended before this process took its lease. */
export async function mustStop(id: string): Promise<boolean> {
  const jobs = (await database()).selectFrom("jobs").select("id").where("id", "=", id);
  const stop = jobs.where((eb) => eb.or([eb("is_stopping", "=", 1), eb("state", "in", OVER)]));
  return (await stop.executeTakeFirst()) !== undefined;
}

/** Resumes a paused job, or a job that waits for a system. */
export async function setRunning(id: string, session: string): Promise<boolean> {
  const update = (await database()).updateTable("jobs").set({ state: "running", session, waits_until: null });
  const { numUpdatedRows } = await update
    .where("id", "=", id)
    .where((eb) => eb.or([eb("state", "=", "paused"), eb.and([eb("state", "=", "running"), eb.not(isDue(eb))])]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type ReadyJob = { id: string; owner: string };

const MAX_READY = 10_000;

/** Returns due jobs that no process runs: each owner's oldest, then each owner's second, … */
export async function readyJobs(): Promise<ReadyJob[]> {
  const [db, engine] = [await database(), await databaseEngine()];
  const leases = heldLeases(db, engine);
  const ready = db
    .selectFrom("jobs")
    .select(["id", "sub as owner", "created_at"])
    .select(({ fn }) =>
      fn
        .agg<number>("row_number")
        .over((jobs) => jobs.partitionBy("sub").orderBy("created_at"))
        .as("rank"),
    )
    .where("state", "=", "running")
    .where(isDue)
    .where("expires_at", ">", Date.now())
    .where(({ exists, not }) => not(exists(leases.whereRef("leases.name", "=", sql`${jobLease("")} || jobs.id`))));
  return db
    .selectFrom(ready.as("ready"))
    .select(["id", "owner"])
    .orderBy("rank")
    .orderBy("created_at")
    .limit(MAX_READY)
    .execute();
}
