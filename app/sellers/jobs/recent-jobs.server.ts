import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { endedItems } from "./job";
import { titleOf } from "./job-registry.server";
import { jobStatusOf, jobsOf, progressOf } from "./job-store.server";

const MAX_SHOWN = 20;

export type RecentJobs = Awaited<ReturnType<typeof recentJobs>>;

/** What the page says without a choice: where to make one, and the person's latest jobs. @throws StoreUnavailable */
export async function recentJobs({ t, session }: FranchiseeContext) {
  const jobs = await jobsOf(session.sub, MAX_SHOWN);
  const recent = jobs.map(async (job) => {
    const [status, { counts }] = await Promise.all([jobStatusOf(job.id), progressOf(job.id)]);
    const state = status?.state ?? "stopped";
    return {
      id: job.id,
      title: titleOf(job, t),
      /** Milliseconds since the epoch. */
      at: job.createdAt,
      state,
      stateText: t(`outcomes:state.${state}`),
      ended: endedItems(counts),
      total: job.total,
      /** Items that failed, or may have. */
      problems: counts.failed + counts.unknown,
    };
  });
  return {
    title: t("bulk:jobs"),
    hint: t("bulk:jobsHint"),
    toList: t("bulk:toList"),
    recentTitle: t("bulk:recent"),
    noRecent: t("bulk:noRecent"),
    recent: await Promise.all(recent),
  };
}
