import { database } from "../../app/.server/db/database";
import type { Row } from "../../app/.server/db/schema";
import { sweepOnce } from "../../app/.server/db/sweep";
import { openDraft } from "../../app/auth/drafts.server";
import { endSession, type LiveSession, loadSession, sessionKeysBy } from "../../app/auth/session/session.server";
import { allWrongRows, dropPlan, type Plan, plansOf, sourceOf } from "../../app/sellers/import/plan-store.server";
import { itemsFrom, type JobItem } from "../../app/sellers/jobs/item-store.server";
import { stopJob } from "../../app/sellers/jobs/job-state.server";
import { BATCH_ROWS, expireJob, findJob, type Job, jobsOf } from "../../app/sellers/jobs/job-store.server";
import { changesBy, changesOf, eraseAuthor, eraseChanges } from "./history-of";

/*
 * Reads and erases personal data of a user or seller (GDPR articles 15, 17 and 20), also while the
 * app runs. Other data expires within a week (docs/operations.md, "Personal data"). Every function
 * throws DatabaseUnavailable.
 */

/** `stopping` counts running jobs, which are only stopped; the command's next run erases them. */
const nothing = {
  sessions: 0,
  drafts: 0,
  selections: 0,
  views: 0,
  imports: 0,
  jobs: 0,
  history: 0,
  stopping: 0,
};
type Erased = typeof nothing;

async function jobWithItems(job: Job) {
  return { ...job, items: await allItemsOf(job.id) };
}

async function allItemsOf(jobId: string): Promise<JobItem[]> {
  const items: JobItem[] = [];
  for (;;) {
    const batch = await itemsFrom(jobId, items.length, BATCH_ROWS);
    items.push(...batch);
    if (batch.length < BATCH_ROWS) return items;
  }
}

async function planWithRows(plan: Plan) {
  const wrong = [];
  for await (const rows of allWrongRows(plan)) wrong.push(...rows);
  const source = await sourceOf(plan);
  const file = source && Buffer.from(await source.file.arrayBuffer()).toString("base64");
  return { ...plan, rows: (await allItemsOf(plan.id)).map(({ item }) => item), wrong, file };
}

/** Leaves out the tokens, because they give access to other systems. */
function withoutTokens({ sub, name, email, directoryId, startedAt, endsAt }: LiveSession) {
  return { sub, name, email, directoryId, startedAt, endsAt };
}

export async function dataOfUser(sub: string) {
  const sessions = await Promise.all((await sessionKeysBy("sub", sub)).map(loadSession));
  const jobs = [];
  for (const job of await jobsOf(sub)) jobs.push(await jobWithItems(job));
  const imports = [];
  for (const plan of await plansOf(sub)) imports.push(await planWithRows(plan));
  return {
    user: sub,
    sessions: sessions.flatMap((session) => (session ? [withoutTokens(session)] : [])),
    drafts: (await rowsOf("drafts", sub)).map((row) => ({ ...row, ...openDraft(row), sealed_form: undefined })),
    selections: await rowsOf("selections", sub),
    views: await rowsOf("saved_views", sub),
    imports,
    jobs,
    history: await changesBy(sub),
  };
}

/** Tables whose rows belong to a person. */
type OwnedTable = "drafts" | "selections" | "saved_views" | "news";

async function rowsOf<T extends OwnedTable>(table: T, sub: string): Promise<Row<T>[]> {
  const db = await database();
  return (await db
    .selectFrom(table as OwnedTable)
    .selectAll()
    .where("sub", "=", sub)
    .execute()) as Row<T>[];
}

async function deleteRowsOf(table: OwnedTable, sub: string): Promise<number> {
  const db = await database();
  const { numDeletedRows } = await db.deleteFrom(table).where("sub", "=", sub).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The person's changes stay in the sellers' history, without the name. */
export async function eraseUser(sub: string): Promise<Erased> {
  const erased = { ...nothing };
  for (const key of await sessionKeysBy("sub", sub)) {
    if (await endSession(key, "erased")) erased.sessions += 1;
  }
  erased.drafts = await deleteRowsOf("drafts", sub);
  erased.selections = await deleteRowsOf("selections", sub);
  erased.views = await deleteRowsOf("saved_views", sub);
  for (const { id } of await plansOf(sub)) {
    await dropPlan(id);
    erased.imports += 1;
  }
  for (const job of await jobsOf(sub)) await eraseJob(job, erased);
  await deleteRowsOf("news", sub);
  erased.history = await eraseAuthor(sub);
  await sweepOnce(await database());
  return erased;
}

async function eraseJob(job: Job, erased: Erased): Promise<void> {
  // A running job's worker still needs its items.
  if (job.state === "running") {
    await stopJob(job.id);
    erased.stopping += 1;
    return;
  }
  await expireJob(job.id);
  erased.jobs += 1;
}

async function tracesOf(sellerId: string) {
  const history = await changesOf(sellerId);
  const jobs = new Map<string, Job>();
  for (const { jobId } of history) {
    const job = jobId && !jobs.has(jobId) ? await findJob(jobId) : undefined;
    if (job) jobs.set(job.id, job);
  }
  return { history, jobs: [...jobs.values()] };
}

export async function dataOfSeller(sellerId: string) {
  const { history, jobs } = await tracesOf(sellerId);
  const outcomes = [];
  for (const job of jobs) {
    for (const { outcome } of await allItemsOf(job.id)) {
      if (outcome?.sellerId === sellerId) outcomes.push({ jobId: job.id, ...outcome });
    }
  }
  const notes = (await database()).selectFrom("notes").select("text").where("seller_id", "=", sellerId);
  return { seller: sellerId, note: (await notes.executeTakeFirst())?.text || undefined, history, outcomes };
}

/** Erases the seller's changes, and each whole job that changed the seller. */
export async function eraseSeller(sellerId: string): Promise<Erased> {
  const erased = { ...nothing };
  const { history, jobs } = await tracesOf(sellerId);
  for (const job of jobs) await eraseJob(job, erased);
  const db = await database();
  await db.deleteFrom("notes").where("seller_id", "=", sellerId).execute();
  // While a job runs, the changes stay: the next run finds the job and failed additions by changes.
  if (erased.stopping > 0) return erased;
  erased.history = await eraseChanges(history);
  await sweepOnce(db);
  return erased;
}
