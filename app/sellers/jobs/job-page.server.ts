import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { askedPage } from "~/domain/asked-page";
import type { ItemOutcome } from "./job";
import { describeStored } from "./job-kind.server";
import { kindOf, titleOf } from "./job-registry.server";
import type { Progress } from "./job-state.server";
import { CHUNK_ITEMS, findJob, itemsOf, type Job, jobsOf, outcomesOf } from "./job-store.server";
import { jobSummary } from "./job-summary.server";

/** A person's own job: nobody else may see or steer it. @throws Response 404 */
export async function ownJob({ session }: FranchiseeContext, id: string): Promise<Job> {
  const job = await findJob(id);
  if (job?.owner.sub !== session.sub || !kindOf(job.kind)) throw new Response(null, { status: 404 });
  return job;
}

/** How many of a person's latest jobs are looked through for the one that did the rest of another. */
const LOOKED_THROUGH = 100;

/** The latest job that was started to do the rest of a stopped one. @throws StoreUnavailable */
async function finishedBy({ session }: FranchiseeContext, { id }: Job): Promise<string | undefined> {
  const later = await jobsOf(session.sub, LOOKED_THROUGH);
  return later.find(({ origin }) => origin?.unfinished && origin.jobId === id)?.id;
}

export type JobContent = Awaited<ReturnType<typeof jobPage>>;

/**
 * What a job's page shows, and it does nothing else: how far it is, and a page of its items (`?page=`) or of those that are to be checked (`?only=problems`).
 * @throws Response 404; StoreUnavailable
 */
export async function jobPage(ctx: FranchiseeContext, id: string, params: URLSearchParams) {
  const { t } = ctx;
  const job = await ownJob(ctx, id);
  const { state, shown, over, endedAt, progress, counts, ended, total, problems } = await jobSummary(job);
  const kind = kindOf(job.kind);
  const notRun = over ? total - ended : 0;
  const finisher = notRun > 0 ? await finishedBy(ctx, job) : undefined;
  const onlyProblems = params.get("only") === "problems";
  return {
    id,
    title: titleOf(job, ctx.t),
    state,
    stateText: t(`outcomes:state.${shown}`),
    hint: shown === "finished" ? undefined : t(`outcomes:hint.${finisher ? "finishedBy" : shown}`),
    /** The job that was started to do its rest. */
    finishedBy: finisher && { id: finisher, text: t("outcomes:toFinisher") },
    total,
    ended,
    counts,
    /** Milliseconds since the epoch. */
    createdAt: job.createdAt,
    endedAt,
    /** The job whose failures this one tries again, whose changes it takes back, or whose additions it disables. */
    origin: job.origin && {
      id: job.origin.jobId,
      text: t(`outcomes:origin.${job.origin.unfinished ? "finish" : job.origin.why}`),
    },
    onlyProblems,
    ...(onlyProblems ? await problemRows(ctx, job, progress, params) : await pageOfRows(ctx, job, params)),
    /** It is paused, or waits for a system that may be back earlier than it said. */
    canResume: state === "paused" || (state === "running" && shown !== "running"),
    canStop: !over,
    /** Items that can be tried again: those that failed, and those of which nobody knows. */
    retryable: over ? problems : 0,
    /** Items that it was stopped before… */
    notRun,
    /** …and those of them that a job can still be started for. */
    finishable: finisher ? 0 : notRun,
    canUndo: over && kind?.undoable === true && counts.done > counts.added,
    /** Accounts that it added and that can be disabled instead. */
    added: over ? counts.added : 0,
    formKey: await ctx.newFormKey(),
  };
}

async function pageOfRows(ctx: FranchiseeContext, job: Job, params: URLSearchParams) {
  const pages = Math.ceil(job.total / CHUNK_ITEMS);
  const page = askedPage(params, pages);
  return { rows: await rowsOf(ctx, job, page - 1), page, pages };
}

/** What is to be checked of one chunk that holds any of it, so that a page costs no more than any other one. */
async function problemRows(ctx: FranchiseeContext, job: Job, { problems }: Progress, params: URLSearchParams) {
  const page = askedPage(params, problems.length);
  const chunk = problems[page - 1];
  const rows = chunk === undefined ? [] : await rowsOf(ctx, job, chunk);
  return {
    rows: rows.filter(({ result }) => result === "failed" || result === "unknown"),
    page,
    pages: problems.length,
  };
}

async function rowsOf({ t }: FranchiseeContext, job: Job, chunk: number) {
  const [items, outcomes] = await Promise.all([itemsOf(job, chunk), outcomesOf(job.id, chunk)]);
  const kind = kindOf(job.kind);
  return items.map((item, at) => {
    const outcome: Partial<ItemOutcome> = outcomes?.[at] ?? {};
    const { name, sellerId, line } = { ...(kind && describeStored(kind, item)), ...outcome };
    const why = outcome.reason ? t(`outcomes:reason.${outcome.reason}`) : "";
    const text = [why, outcome.detail].filter(Boolean).join(" ");
    return {
      /** From 1. */
      number: chunk * CHUNK_ITEMS + at + 1,
      /** Of the file that it comes from. */
      line,
      name: name || t("outcomes:nameless"),
      sellerId,
      /** Absent while it hasn't ended. */
      result: outcome.result,
      text,
    };
  });
}

/** `begun`: without an outcome it may have been tried all the same. */
type EndedItem = { item: unknown; outcome: ItemOutcome | null; begun: boolean };

/** A job's items with how they ended, chunk by chunk. */
export async function* endedItemsOf(job: Job): AsyncGenerator<EndedItem> {
  for (let chunk = 0; chunk * CHUNK_ITEMS < job.total; chunk += 1) {
    const [items, outcomes] = await Promise.all([itemsOf(job, chunk), outcomesOf(job.id, chunk)]);
    const begun = outcomes !== undefined;
    for (const [at, item] of items.entries()) yield { item, outcome: outcomes?.[at] ?? null, begun };
  }
}
