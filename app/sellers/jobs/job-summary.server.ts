import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { countItems } from "./item-store.server";
import { type AwaitedSystem, endedItems, isOver, type JobState } from "./job";
import { jobTitle, resultSummary } from "./job-kinds.server";
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
