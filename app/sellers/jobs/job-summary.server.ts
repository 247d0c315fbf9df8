import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { countItems } from "./item-store.server";
import { type AwaitedSystem, endedItems, type ItemCounts, isOver, type JobState } from "./job";
import { jobTitle, resultSummary } from "./job-kinds.server";
import { type Job, jobsOf, waitsFor } from "./job-store.server";

export async function jobSummary(job: Job) {
  const { state, endedAt, total } = job;
  const counts = await countItems(job);
  // A job that waits for a system names the system, not its state "running".
  const shownState: JobState | AwaitedSystem = waitsFor(job) ?? state;
  return {
    state,
    shownState,
    isOver: isOver(state),
    endedAt,
    counts,
    endedCount: endedItems(counts),
    total,
    problemCount: counts.failed + counts.unknown,
  };
}

export function problemsInWords(t: Translate, counts: ItemCounts): string {
  const results = (["failed", "unknown"] as const).filter((result) => counts[result] > 0);
  return results.map((result) => t(`jobs:items.${result}`, { count: counts[result] })).join(", ");
}

export type RecentJobs = Awaited<ReturnType<typeof recentJobs>>;

export async function recentJobs({ t, session }: FranchiseeContext) {
  const jobs = await jobsOf(session.sub, 20);
  const recent = jobs.map(async (job) => {
    const { state, shownState, endedCount, total, counts } = await jobSummary(job);
    return {
      id: job.id,
      title: isOver(state) ? resultSummary(job, t, counts) : jobTitle(job, t),
      isOver: isOver(state),
      at: job.createdAt,
      state,
      stateText: t(`jobs:state.${shownState}`),
      endedCount,
      total,
      problemText: problemsInWords(t, counts),
    };
  });
  return {
    title: t("bulk:jobs"),
    hint: t("bulk:jobsHint"),
    recentTitle: t("common:ownJobs"),
    noRecent: t("bulk:noRecent"),
    recent: await Promise.all(recent),
  };
}
