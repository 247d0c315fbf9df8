import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { requestedPage } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { itemsFrom, type JobItem, someItems } from "./item-store.server";
import { PROBLEMS } from "./job";
import { describeStored } from "./job-item.server";
import { jobTitle, kindOf, resultSummary, runnableKind } from "./job-kinds.server";
import { findFollowUpJob, findJob, type Job } from "./job-store.server";
import { jobSummary } from "./job-summary.server";
import { settleItems } from "./settle-items.server";

/** A person's own job: nobody else may see or control it. @throws Response 404 */
export async function ownJob({ session }: FranchiseeContext, id: string): Promise<Job> {
  const job = await findJob(id);
  if (job?.owner.sub !== session.sub || !kindOf(job)) throw new Response(null, { status: 404 });
  return job;
}

const PAGE_ROWS = 100;

export type JobContent = Awaited<ReturnType<typeof jobPage>>;

/** `?only=problems` asks for the items to be checked. @throws Response 404 */
export async function jobPage(ctx: FranchiseeContext, id: string, params: URLSearchParams) {
  const { t } = ctx;
  const job = await ownJob(ctx, id);
  const onlyProblems = params.get("only") === "problems";
  const { summary, page, pages, items } = await pageOf(job, onlyProblems, params);
  const { state, shownState, isOver, endedAt, counts, endedCount, total, problemCount } = summary;
  const notRun = isOver ? total - endedCount : 0;
  const followUpJobId = notRun > 0 ? await findFollowUpJob(job) : undefined;
  return {
    id,
    title: isOver ? resultSummary(job, t, counts) : jobTitle(job, t),
    isOver,
    state,
    stateText: t(`jobs:state.${shownState}`),
    hint: hintOf(ctx.t, summary, followUpJobId),
    finishedBy: followUpJobId && { id: followUpJobId, text: t("jobs:toFinisher") },
    reason: runnableKind(job)?.reasonOf?.(job.params),
    total,
    endedCount,
    counts,
    createdAt: job.createdAt,
    endedAt,
    origin: job.origin && { id: job.origin.jobId, text: t(`jobs:origin.${job.origin.why}`) },
    onlyProblems,
    rows: rowsOf(ctx, job, items),
    page,
    pages,
    /** A job that waits for a system, too: the system may be back before its `Retry-After`. */
    canResume: state === "paused" || (state === "running" && shownState !== "running"),
    canStop: !isOver,
    retryCount: isOver ? problemCount : 0,
    notRun,
    finishCount: followUpJobId ? 0 : notRun,
    canUndo: isOver && counts.done > counts.added,
    /** Accounts that the job added, which can be disabled instead of undone. */
    addedCount: isOver ? counts.added : 0,
    formKey: ctx.newFormKey(),
  };
}

type JobPage = { summary: Awaited<ReturnType<typeof jobSummary>>; page: number; pages: number; items: JobItem[] };

/** Reads a page of items, and again after it has stored outcomes that the history knows by now. */
async function pageOf(job: Job, onlyProblems: boolean, params: URLSearchParams): Promise<JobPage> {
  const summary = await jobSummary(job);
  const pages = Math.ceil((onlyProblems ? summary.problemCount : job.total) / PAGE_ROWS);
  const page = requestedPage(params, pages);
  const skipped = (page - 1) * PAGE_ROWS;
  const items = onlyProblems
    ? await someItems(job.id, { results: PROBLEMS }, skipped, PAGE_ROWS)
    : await itemsFrom(job.id, skipped, PAGE_ROWS);
  // The runner itself stores the outcomes of a job that isn't over.
  const hasSettled = summary.isOver && summary.counts.unknown > 0 && (await settleItems(job.id, items));
  return hasSettled ? pageOf(job, onlyProblems, params) : { summary, page, pages, items };
}

function hintOf(t: Translate, { state, shownState }: JobPage["summary"], followUpJobId: string | undefined) {
  if (followUpJobId) return t("jobs:hint.finishedBy");
  if (shownState !== state) return t("jobs:hint.backingOff");
  return state === "finished" ? undefined : t(`jobs:hint.${state}`);
}

export function rowsOf({ t }: Pick<FranchiseeContext, "t">, job: Job, items: JobItem[]) {
  const kind = kindOf(job);
  return items.map(({ place, item, outcome }) => {
    const description = kind ? describeStored(kind, item) : {};
    const name = (outcome?.name ?? description.name) || t("sellers:detail.unnamed");
    const why = outcome?.reason ? t(`jobs:reason.${outcome.reason}`) : "";
    const text = [why, outcome?.detail].filter(Boolean).join(" ");
    const sellerId = outcome?.sellerId ?? description.sellerId;
    return { number: place + 1, line: description.line, name, sellerId, result: outcome?.result, text };
  });
}
