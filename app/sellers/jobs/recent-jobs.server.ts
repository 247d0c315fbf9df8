import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { titleOf } from "./job-registry.server";
import { jobsOf } from "./job-store.server";
import { jobSummary, problemsInWords } from "./job-summary.server";

const MAX_SHOWN = 20;

export type RecentJobs = Awaited<ReturnType<typeof recentJobs>>;

/** What the page says without a choice: where to make one, and the person's latest jobs. @throws StoreUnavailable */
export async function recentJobs({ t, session }: FranchiseeContext) {
  const jobs = await jobsOf(session.sub, MAX_SHOWN);
  const recent = jobs.map(async (job) => {
    const { state, shown, ended, total, counts } = await jobSummary(job);
    return {
      id: job.id,
      title: titleOf(job, t),
      /** Milliseconds since the epoch. */
      at: job.createdAt,
      state,
      stateText: t(`outcomes:state.${shown}`),
      ended,
      total,
      /** What is to be checked, in words; empty where nothing is. */
      problems: problemsInWords(t, counts),
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
