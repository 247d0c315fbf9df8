import { z } from "zod";
import { MAX_ID_LENGTH } from "~/.server/backend/contract/endpoints";
import { type Db, database, type Tx } from "~/.server/db/database";
import type { Lease } from "~/.server/db/lease";
import type { Row } from "~/.server/db/schema";
import { yieldToEventLoop } from "~/.server/in-slices";
import { type ItemCounts, type ItemOutcome, itemReasons } from "./job";
import { BATCH_ROWS, type Job } from "./job-store.server";

export const MAX_ITEM_NAME = 200;

const resultSchema = z.enum(["waiting", "begun", "done", "skipped", "failed", "unknown"]).catch("unknown");
const reasonSchema = z.enum(itemReasons).optional().catch(undefined);
type Result = Row<"job_items">["result"];

/** `isBegun`: an earlier run died while it wrote the item, so the backend may have received it. */
export type JobItem = { place: number; item: unknown; isBegun: boolean; outcome: ItemOutcome | null };

export const changeIdOf = (jobId: string, place: number) => `${jobId}.${place}`;

/** Id of an imported row's second entry: after adding the seller it sets the account's status. */
export const statusChangeIdOf = (changeId: string) => `${changeId}.status`;

function itemOf(row: Omit<Row<"job_items">, "job_id">): JobItem {
  const result = resultSchema.parse(row.result);
  const isOpen = result === "waiting" || result === "begun";
  return {
    place: row.place,
    item: JSON.parse(row.item),
    isBegun: result === "begun",
    outcome: isOpen
      ? null
      : {
          result,
          reason: reasonSchema.parse(row.reason ?? undefined),
          detail: row.detail ?? undefined,
          sellerId: row.seller_id ?? undefined,
          name: row.name ?? undefined,
          added: row.is_added === 1 ? true : undefined,
        },
  };
}

const rowsOfJob = (db: Db, jobId: string) => db.selectFrom("job_items").selectAll().where("job_id", "=", jobId);

export async function itemsFrom(jobId: string, place: number, limit: number): Promise<JobItem[]> {
  const items = rowsOfJob(await database(), jobId)
    .where("place", ">=", place)
    .where("place", "<", place + limit);
  return (await items.orderBy("place").execute()).map(itemOf);
}

/** `changed` and `added` divide the done items by the column `is_added`. */
const RESULTS_OF_SETS = {
  waiting: ["waiting"],
  begun: ["begun"],
  open: ["waiting", "begun"],
  problems: ["failed", "unknown"],
  changed: ["done"],
  added: ["done"],
} satisfies Record<string, Result[]>;
export type ItemSet = keyof typeof RESULTS_OF_SETS;

const rowsOfSet = (db: Db, jobId: string, set: ItemSet) =>
  rowsOfJob(db, jobId)
    .where("result", "in", RESULTS_OF_SETS[set])
    .where("is_added", "=", set === "added" ? 1 : 0);

export async function problemItems(jobId: string, offset: number, limit: number): Promise<JobItem[]> {
  const db = await database();
  const places = rowsOfSet(db, jobId, "problems")
    .clearSelect()
    .select("place")
    .orderBy("place")
    .offset(offset)
    .limit(limit);
  return (await rowsOfJob(db, jobId).where("place", "in", places).orderBy("place").execute()).map(itemOf);
}

export async function* allItems(jobId: string, set: ItemSet): AsyncGenerator<JobItem, void> {
  for (let after = -1; ; ) {
    const items = rowsOfSet(await database(), jobId, set)
      .where("place", ">", after)
      .orderBy("place");
    const batch = (await items.limit(BATCH_ROWS).execute()).map(itemOf);
    yield* batch;
    if (batch.length < BATCH_ROWS) return;
    after = batch.at(-1)?.place ?? after;
  }
}

/** `done` is the total minus other counts, because counting 99,000 of 100,000 rows is slow. */
export async function countItems({ id, total }: Pick<Job, "id" | "total">): Promise<ItemCounts> {
  // Let other requests run: SQLite blocks this thread, and the list of jobs counts twenty jobs.
  await yieldToEventLoop();
  const db = await database();
  const countOf = (result: Result, isAdded: 0 | 1 = 0) => {
    const items = db.selectFrom("job_items").where("job_id", "=", id).where("result", "=", result);
    const count = items.where("is_added", "=", isAdded).select(({ fn }) => fn.countAll<number>().as("items"));
    return count.$asScalar().$notNull();
  };
  const counts = await db
    .selectNoFrom([
      countOf("waiting").as("waiting"),
      countOf("begun").as("begun"),
      countOf("skipped").as("skipped"),
      countOf("failed").as("failed"),
      countOf("unknown").as("unknown"),
      countOf("done", 1).as("added"),
    ])
    .executeTakeFirstOrThrow();
  const { waiting, begun, skipped, failed, unknown, added } = counts;
  return { done: total - waiting - begun - skipped - failed - unknown, skipped, failed, unknown, added };
}

export async function hasOpenItems(jobId: string): Promise<boolean> {
  const open = rowsOfSet(await database(), jobId, "open");
  return (await open.clearSelect().select("place").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns the items to write next: items that an earlier run began, or else waiting items. Waiting
 * items are first marked as begun: after a crash the next run then knows that the backend may have
 * received them. @returns undefined if the lease is lost
 */
export async function beginItems(jobId: string, lease: Lease, limit: number): Promise<JobItem[] | undefined> {
  const firstItems = async (db: Db, set: "begun" | "waiting") =>
    (await rowsOfSet(db, jobId, set).orderBy("place").limit(limit).execute()).map(itemOf);
  const begun = await firstItems(await database(), "begun");
  // Without `lease.write`, because each item's own write checks the lease.
  if (begun.length > 0) return begun;
  let items: JobItem[] = [];
  const isLeaseHeld = await lease.write(async (tx) => {
    items = await firstItems(tx, "waiting");
    const places = items.map(({ place }) => place);
    if (places.length === 0) return;
    await tx
      .updateTable("job_items")
      .set({ result: "begun" })
      .where("job_id", "=", jobId)
      .where("place", "in", places)
      .execute();
  });
  return isLeaseHeld ? items : undefined;
}

function outcomeRow({ result, reason, detail, sellerId, name, added }: ItemOutcome) {
  const isLinkable = sellerId !== undefined && sellerId.length <= MAX_ID_LENGTH;
  return {
    result,
    reason: reason ?? null,
    detail: detail?.slice(0, 500) || null,
    seller_id: isLinkable ? sellerId : null,
    name: name?.slice(0, MAX_ITEM_NAME) ?? null,
    is_added: added ? 1 : 0,
  } as const;
}

/** Never overwrites a final result, because another process may have stored that result. */
export async function putOutcomes(tx: Tx, jobId: string, outcomes: [place: number, ItemOutcome][]): Promise<void> {
  for (const [place, outcome] of outcomes) {
    const item = tx.updateTable("job_items").set(outcomeRow(outcome)).where("job_id", "=", jobId);
    // Only "done" replaces "failed": an imported row is failed until its account's status is set.
    const finalResults: Result[] = outcome.result === "done" ? ["done", "skipped"] : ["done", "skipped", "failed"];
    await item.where("place", "=", place).where("result", "not in", finalResults).execute();
  }
}
