import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { capitalized } from "~/i18n/format";
import { countItems } from "./item-store.server";
import { type AwaitedSystem, endedItems, type ItemCounts, isOver, type JobState } from "./job";
import { jobTitle, runnableKind, type StoredKind } from "./job-kinds.server";
import { awaitedSystemOf, type Job, jobsOf } from "./job-store.server";

export type JobSummary = Awaited<ReturnType<typeof jobSummary>>;

export async function jobSummary(job: Job, t: Translate) {
  const { id, state, createdAt, endedAt, total } = job;
  const counts = await countItems(job);
  // A job that waits for a system names the system, not its state "running".
  const shownState: JobState | AwaitedSystem | "stopping" = job.isStopping
    ? "stopping"
    : (awaitedSystemOf(job) ?? state);
  return {
    id,
    title: isOver(state) ? resultSummary(job, t, counts) : jobTitle(job, t),
    state,
    shownState,
    isOver: isOver(state),
    createdAt,
    endedAt,
    counts,
    endedCount: endedItems(counts),
    total,
  };
}

export async function recentJobs({ t, session }: FranchiseeContext): Promise<JobSummary[]> {
  const jobs = await jobsOf(session.sub, 20);
  return Promise.all(jobs.map((job) => jobSummary(job, t)));
}

/** A summary names these results in this order, after the done items. */
const otherResults = ["failed", "unknown", "skipped", "notRun"] as const;

/** Says what an ended job did, such as „Wyłączono 5 kont, 2 nieudane”. */
export function resultSummary(job: StoredKind & { total: number }, t: Translate, counts: ItemCounts): string {
  const kind = runnableKind(job);
  if (!kind) return t("jobs:state.finished");
  const all = { ...counts, notRun: job.total - endedItems(counts) };
  const others = otherResults
    .filter((result) => all[result] > 0)
    .map((result) => t(`jobs:items.${result}`, { count: all[result] }));
  if (counts.done > 0) return capitalized([kind.doneText(t, job.params, counts), ...others].join(", "));
  return `${kind.title(t, job.params)} – ${others.join(", ")}`;
}
