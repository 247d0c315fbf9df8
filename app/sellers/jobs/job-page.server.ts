import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { requestedPage } from "~/domain/requested-page";
import { type ItemOutcome, isProblem } from "./job";
import { describeStored } from "./job-item.server";
import { kindOf, runnableKind, titleOf } from "./job-kinds.server";
import { CHUNK_ITEMS, findJob, itemsOf, type Job, jobsOf, outcomesOf } from "./job-store.server";
import { jobSummary } from "./job-summary.server";
import { settleItems } from "./settled-items.server";

/** A person's own job: nobody else may see or control it. @throws Response 404 */
export async function ownJob({ session }: FranchiseeContext, id: string): Promise<Job> {
  const job = await findJob(id);
  if (job?.owner.sub !== session.sub || !kindOf(job)) throw new Response(null, { status: 404 });
  return job;
}

const MAX_SEARCHED = 100;

async function finisherOf({ session }: FranchiseeContext, { id }: Job): Promise<string | undefined> {
  const later = await jobsOf(session.sub, MAX_SEARCHED);
  return later.find(({ origin }) => origin?.why === "finish" && origin.jobId === id)?.id;
}

export type JobContent = Awaited<ReturnType<typeof jobPage>>;

/** `?only=problems` asks for the items to be checked. @throws Response 404 */
export async function jobPage(ctx: FranchiseeContext, id: string, params: URLSearchParams) {
  const { t } = ctx;
  const job = await ownJob(ctx, id);
  const onlyProblems = params.get("only") === "problems";
  const { state, shownState, over, endedAt, progress, counts, ended, total, problems } = await settledSummary(
    job,
    onlyProblems,
    params,
  );
  const notRun = over ? total - ended : 0;
  const finisher = notRun > 0 ? await finisherOf(ctx, job) : undefined;
  return {
    id,
    title: titleOf(job, ctx.t),
    state,
    stateText: t(`outcomes:state.${shownState}`),
    hint: shownState === "finished" ? undefined : t(`outcomes:hint.${finisher ? "finishedBy" : shownState}`),
    finishedBy: finisher && { id: finisher, text: t("outcomes:toFinisher") },
    reason: runnableKind(job)?.reasonOf?.(job.params),
    total,
    ended,
    counts,
    createdAt: job.createdAt,
    endedAt,
    origin: job.origin && { id: job.origin.jobId, text: t(`outcomes:origin.${job.origin.why}`) },
    onlyProblems,
    ...(onlyProblems ? await problemRows(ctx, job, progress.problems, params) : await allRows(ctx, job, params)),
    /** Also a job that waits for a system, which may be back earlier than it said. */
    canResume: state === "paused" || (state === "running" && shownState !== "running"),
    canStop: !over,
    retryable: over ? problems : 0,
    notRun,
    finishable: finisher ? 0 : notRun,
    canUndo: over && counts.done > counts.added,
    /** Accounts that the job added, which can be disabled instead of undone. */
    added: over ? counts.added : 0,
    formKey: ctx.newFormKey(),
  };
}

/** After what the history knows by now of the items on the page. */
async function settledSummary(job: Job, onlyProblems: boolean, params: URLSearchParams) {
  const summary = await jobSummary(job);
  if (!summary.over || summary.counts.unknown === 0) return summary;
  const { problems } = summary.progress;
  const page = requestedPage(params, onlyProblems ? problems.length : Math.ceil(job.total / CHUNK_ITEMS));
  const chunk = onlyProblems ? problems[page - 1] : page - 1;
  return chunk !== undefined && (await settleItems(job, chunk)) ? jobSummary(job) : summary;
}

async function allRows(ctx: FranchiseeContext, job: Job, params: URLSearchParams) {
  const pages = Math.ceil(job.total / CHUNK_ITEMS);
  const page = requestedPage(params, pages);
  return { rows: await rowsOf(ctx, job, page - 1), page, pages };
}

/** A page holds the problems of one chunk, so that it costs no more than any other page. */
async function problemRows(ctx: FranchiseeContext, job: Job, chunks: number[], params: URLSearchParams) {
  const pages = chunks.length;
  const page = requestedPage(params, pages);
  const chunk = chunks[page - 1];
  const rows = chunk === undefined ? [] : await rowsOf(ctx, job, chunk);
  return { rows: rows.filter(isProblem), page, pages };
}

async function rowsOf({ t }: FranchiseeContext, job: Job, chunk: number) {
  const [items, outcomes] = await Promise.all([itemsOf(job, chunk), outcomesOf(job.id, chunk)]);
  const kind = kindOf(job);
  return items.map((item, at) => {
    const outcome: Partial<ItemOutcome> = outcomes?.[at] ?? {};
    const { name, sellerId, line } = { ...(kind && describeStored(kind, item)), ...outcome };
    const why = outcome.reason ? t(`outcomes:reason.${outcome.reason}`) : "";
    const text = [why, outcome.detail].filter(Boolean).join(" ");
    const number = chunk * CHUNK_ITEMS + at + 1;
    return { number, line, name: name || t("outcomes:nameless"), sellerId, result: outcome.result, text };
  });
}

/** `isBegun`: an item without an outcome may have been tried. */
type EndedItem = { item: unknown; outcome: ItemOutcome | null; isBegun: boolean };

export async function* endedItemsOf(job: Job): AsyncGenerator<EndedItem> {
  for (let chunk = 0; chunk * CHUNK_ITEMS < job.total; chunk += 1) {
    const [items, outcomes] = await Promise.all([itemsOf(job, chunk), outcomesOf(job.id, chunk)]);
    const isBegun = outcomes !== undefined;
    for (const [at, item] of items.entries()) yield { item, outcome: outcomes?.[at] ?? null, isBegun };
  }
}
