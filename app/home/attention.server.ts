import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import type { VisibleHistory } from "~/sellers/history/visible-history.server";
import { jobsOf } from "~/sellers/jobs/job-store.server";
import { type JobSummary, jobSummary } from "~/sellers/jobs/job-summary.server";
import type { AttentionItem } from "./attention";

const WEEK_MS = 7 * 86_400_000;

export async function attentionItems(
  { session, t }: Pick<FranchiseeContext, "session" | "t">,
  history: Promise<VisibleHistory>,
): Promise<AttentionItem[]> {
  const since = Date.now() - WEEK_MS;
  const [{ entries }, jobs] = await Promise.all([history, jobsOf(session.sub, 10)]);
  const recentJobs = jobs.filter(({ createdAt }) => createdAt > since);
  const retriedIds = new Set(recentJobs.map(({ origin }) => (origin?.why === "retry" ? origin.jobId : undefined)));
  const latestJobs = recentJobs.filter(({ id }) => !retriedIds.has(id));
  const ofJobs = await Promise.all(latestJobs.map(async (job) => itemOfJob(await jobSummary(job, t), t)));
  return [...ofJobs.filter((item) => item !== undefined), ...unresolvedItems(entries, since)];
}

export function isJobRunningWell(item: AttentionItem): boolean {
  return item.kind === "job" && item.isRunning && !item.hasProblems;
}

function itemOfJob(job: JobSummary, t: FranchiseeContext["t"]): AttentionItem | undefined {
  const { id, title, state, shownState, isOver, createdAt, endedAt, counts, problems, total } = job;
  if (isOver && !problems) return undefined;
  const progress = [t(`jobs:state.${shownState}`), t("jobs:done", { count: counts.done, total }), problems];
  return {
    kind: "job",
    id,
    at: endedAt ?? createdAt,
    title,
    facts: isOver ? [problems] : progress.filter(Boolean),
    isRunning: state === "running",
    hasProblems: problems !== "",
  };
}

/** Unknown changes without a later done change of the same seller. @param entries newest first */
export function unresolvedItems(entries: readonly HistoryEntry[], since: number): AttentionItem[] {
  const settledSubjects = new Set<string>();
  const items: AttentionItem[] = [];
  for (const { id, at, action, outcome, jobId, undoneBy, sellerId, sellerName } of entries) {
    // An addition whose response was lost has no seller's id, so compare names.
    const subjects = [sellerId && `id ${sellerId}`, action === "create" && `name ${sellerName}`].filter(isText);
    // Unknown changes of a job are counted in `itemOfJob`.
    const isUnknown = outcome === "unknown" && jobId === undefined && undoneBy === undefined;
    const isUnsettled = at > since && !subjects.some((subject) => settledSubjects.has(subject));
    if (isUnknown && isUnsettled) items.push({ kind: "unknown", id, at, action, sellerId, sellerName });
    if (outcome === "done") for (const subject of subjects) settledSubjects.add(subject);
  }
  return items;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
