import type { RecentJobs } from "~/sellers/bulk";
import { endedItems } from "~/sellers/job";
import type { Franchisee } from "../auth/guard";
import { jobsOf, progressOf, standingOf } from "../jobs/job-store";
import { titleOf } from "../jobs/kinds";

const MOST_SHOWN = 20;

/** What the page says without a choice: where to make one, and the person's latest jobs. @throws StoreUnavailable */
export async function recentJobs({ t, session }: Franchisee): Promise<RecentJobs> {
  const jobs = await jobsOf(session.sub, MOST_SHOWN);
  const recent = jobs.map(async (job) => {
    const [standing, { counts }] = await Promise.all([standingOf(job.id), progressOf(job.id)]);
    const state = standing?.state ?? "stopped";
    return {
      id: job.id,
      title: titleOf(job, t),
      at: job.createdAt,
      state,
      stateText: t(`outcomes:state.${state}`),
      ended: endedItems(counts),
      total: job.total,
      problems: counts.failed + counts.unknown,
    };
  });
  return {
    title: t("bulk:jobs"),
    hint: t("bulk:jobsHint"),
    nothing: t("bulk:none"),
    toList: t("bulk:toList"),
    recentTitle: t("bulk:recent"),
    noRecent: t("bulk:noRecent"),
    recent: await Promise.all(recent),
  };
}
