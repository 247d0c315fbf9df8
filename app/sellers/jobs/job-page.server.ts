import { DatabaseFull } from "~/.server/db/errors";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { requestedPage } from "~/domain/query";
import { allItems, itemsFrom, type JobItem, problemItems } from "./item-store.server";
import { describeStored } from "./item-task.server";
import { hasProblems, type ItemCounts, type ItemReason } from "./job";
import { kindOf, runnableKind, statusChangeOf } from "./job-kinds.server";
import { findFollowUpJob, findJob, type Job } from "./job-store.server";
import { type JobSummary, jobSummary } from "./job-summary.server";
import { settleItems } from "./settle-items.server";

/** @throws Response 404, also for another person's job */
export async function ownJob({ session }: FranchiseeContext, id: string): Promise<Job> {
  const job = await findJob(id);
  if (job?.owner.sub !== session.sub || !kindOf(job)) throw new Response(null, { status: 404 });
  return job;
}

const PAGE_ROWS = 100;

export type JobContent = Awaited<ReturnType<typeof jobPage>>;

export async function jobPage(ctx: FranchiseeContext, id: string, params: URLSearchParams) {
  const job = await ownJob(ctx, id);
  const onlyProblems = params.get("only") === "problems";
  const { summary, items, ...pages } = await pageOf(ctx, job, onlyProblems, params);
  // Items that the job didn't reach before it ended.
  const notRun = summary.isOver ? job.total - summary.endedCount : 0;
  return {
    ...summary,
    ...pages,
    onlyProblems,
    rows: rowsOf(ctx, job, items),
    notRun,
    canRetryHelp: summary.isOver && (await canRetryHelp(job.id, summary.counts)),
    followUpJobId: notRun > 0 ? await findFollowUpJob(job) : undefined,
    reason: runnableKind(job)?.reasonOf?.(job.params),
    statusChange: statusChangeOf(job),
    origin: await originOf(ctx, job),
    formKey: ctx.newFormKey(),
  };
}

const PERMANENT_REASONS: readonly (ItemReason | undefined)[] = ["forbidden", "gone", "changedSince"];

/** Whether one of the first problems has a reason that may have passed, such as a timeout. */
async function canRetryHelp(id: string, counts: ItemCounts): Promise<boolean> {
  const problems = hasProblems(counts) ? await problemItems(id, 0, PAGE_ROWS) : [];
  return problems.some(({ outcome }) => !PERMANENT_REASONS.includes(outcome?.reason));
}

async function originOf({ t }: FranchiseeContext, { origin }: Job) {
  const earlierJob = origin && (await findJob(origin.jobId));
  return earlierJob && { ...origin, title: (await jobSummary(earlierJob, t)).title };
}

type JobPage = { summary: JobSummary; page: number; pages: number; items: JobItem[] };

async function pageOf(
  ctx: FranchiseeContext,
  job: Job,
  onlyProblems: boolean,
  params: URLSearchParams,
): Promise<JobPage> {
  const summary = await jobSummary(job, ctx.t);
  const { failed, unknown } = summary.counts;
  const pages = Math.ceil((onlyProblems ? failed + unknown : job.total) / PAGE_ROWS);
  const page = requestedPage(params, pages);
  const offset = (page - 1) * PAGE_ROWS;
  const items = onlyProblems
    ? await problemItems(job.id, offset, PAGE_ROWS)
    : await itemsFrom(job.id, offset, PAGE_ROWS);
  // Only if the job is over: until then its runner stores the outcomes.
  const hasSettled = summary.isOver && (await settle(summary, items));
  return hasSettled ? pageOf(ctx, job, onlyProblems, params) : { summary, page, pages, items };
}

/**
 * Looks up in the history what became of items without an outcome: of all begun items, because the
 * counts don't include them, but only of this page's items whose outcome is unknown.
 */
async function settle({ id, counts, endedCount, total }: JobSummary, items: JobItem[]): Promise<boolean> {
  try {
    const hasSettledBegun = endedCount < total && (await settleItems(id, allItems(id, "begun")));
    return hasSettledBegun || (counts.unknown > 0 && (await settleItems(id, items)));
  } catch (error) {
    // Ignores a full database, because the page can still show the stored outcomes.
    if (error instanceof DatabaseFull) return false;
    throw error;
  }
}

export function rowsOf({ t }: Pick<FranchiseeContext, "t">, job: Job, items: JobItem[]) {
  const kind = kindOf(job);
  return items.map(({ place, item, outcome }) => {
    const description = kind ? describeStored(kind, item) : {};
    const name = (outcome?.name ?? description.name) || t("sellers:detail.unnamed");
    const why = outcome?.reason ? t(`jobs:reason.${outcome.reason}`) : "";
    const reason = [why, outcome?.detail].filter(Boolean).join(" ");
    const sellerId = outcome?.sellerId ?? description.sellerId;
    return { number: place + 1, line: description.line, name, sellerId, result: outcome?.result, reason };
  });
}
