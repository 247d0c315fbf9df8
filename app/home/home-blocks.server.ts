import { optional, type ValueOrReason, valueOrReason } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { dayOf, daysBefore } from "~/i18n/calendar";
import { type HistoryDay, historyDays, rowKey } from "~/sellers/history/history-rows";
import { type VisibleHistory, visibleHistory } from "~/sellers/history/visible-history.server";
import { problemsInWords } from "~/sellers/jobs/job";
import { jobsOf } from "~/sellers/jobs/job-store.server";
import { type JobSummary, jobSummary } from "~/sellers/jobs/job-summary.server";
import type { AttentionItem } from "./attention";
import type { SellerCounts } from "./count-links";

/**
 * How much history the dashboard reads: for most people a month's changes, in 20 ms at most. Behind
 * the 20th seller of others it goes on with the person's own changes.
 */
const ACTIVITY_LIMITS = { rows: 500, maxEntries: 600, maxCalls: 20, skipsUnchecked: true } as const;

/** What was changed and what needs attention; a part that can't be read is null. */
export type Activity = {
  latest: HistoryDay[] | null;
  daily: DailyChanges | null;
  attention: AttentionItem[] | null;
  /** The person's jobs that run without problems. */
  jobs: AttentionItem[];
  /** Something is being changed, so there is soon more to show. */
  isLive: boolean;
};

export const NO_ACTIVITY: Activity = { latest: null, daily: null, attention: null, jobs: [], isLive: false };

/**
 * The dashboard's blocks as promises that never reject, so that they fail one by one. Blocks made
 * of the history come together: a later one would push another down.
 */
export function homeBlocks({ sellers, session, t }: FranchiseeContext) {
  const history = visibleHistory({ sellers, session }, {}, ACTIVITY_LIMITS);
  // Jobs and changes of unknown outcome need attention for a week.
  const since = Date.now() - 7 * 86_400_000;
  const attention = async (): Promise<AttentionItem[]> => {
    const [{ entries }, jobs] = await Promise.all([history, jobsOf(session.sub, 10)]);
    const recentJobs = jobs.filter(({ createdAt }) => createdAt > since);
    const retriedIds = new Set(recentJobs.map(({ origin }) => (origin?.why === "retry" ? origin.jobId : undefined)));
    const latestJobs = recentJobs.filter(({ id }) => !retriedIds.has(id));
    const jobItems = await Promise.all(latestJobs.map(async (job) => attentionOf(await jobSummary(job, t), t)));
    return [...jobItems.filter((item) => item !== undefined), ...unresolvedOf(entries, since)];
  };
  // If the backend said nothing about any change, "no changes" would be a guess.
  const knownHistory = history.then((read) => (read.hasUnansweredSellers && read.entries.length === 0 ? null : read));
  const activity = async (): Promise<Activity> => {
    const [visible, items] = await Promise.all([optional(knownHistory), optional(attention())]);
    const shownJobs = new Set(items?.map(({ id }) => id));
    const isLive = visible?.isLive === true || items?.some((item) => item.kind === "job" && item.isRunning) === true;
    return {
      latest: visible && latestOf(visible, session.sub, shownJobs),
      daily: visible && chartOf(visible),
      attention: items?.filter((item) => !runsWithoutProblems(item)) ?? null,
      jobs: items?.filter(runsWithoutProblems) ?? [],
      isLive,
    };
  };
  return { counts: countSellers(sellers), activity: activity() };
}

/** Whether the item is a job that runs without problems. */
export const runsWithoutProblems = (item: AttentionItem) => item.kind === "job" && item.isRunning && !item.hasProblems;

/** What was read of the history, for the blocks that are made of it. */
type ReadHistory = Omit<VisibleHistory, "isLive">;

/** The chart; null if there is nothing to draw. */
export function chartOf(history: ReadHistory): DailyChanges | null {
  const daily = countByDay(history);
  return daily.isPartial || daily.days.some(({ count }) => count > 0) ? daily : null;
}

const MAX_LATEST_ROWS = 8;

/**
 * The newest rows of the history, each with its newest change.
 * @param shownJobs ids of jobs that the page shows elsewhere
 */
export function latestOf(
  history: ReadHistory,
  viewer: string,
  shownJobs: ReadonlySet<string> = new Set(),
): HistoryDay[] {
  const isIncomplete = history.hasOmittedChanges || history.hasUnansweredSellers;
  // Older changes weren't read, and may belong to the row of the last one that was.
  const lastRead = history.older === undefined ? undefined : history.entries.at(-1);
  const cutKey = lastRead && rowKey(lastRead);
  const latest: HistoryDay[] = [];
  let roomLeft = MAX_LATEST_ROWS;
  for (const { day, rows } of historyDays(history.entries, viewer)) {
    if (roomLeft === 0) break;
    const notShown = rows.filter((row) => !shownJobs.has(row.entries[0]?.jobId ?? ""));
    const latestRows = notShown.slice(0, roomLeft).map((row) => {
      const newest = row.entries.slice(0, 1);
      // Only one's own jobs have an id here. Another person's may have changes that weren't read.
      const isOwnJob = newest.every(({ jobId }) => jobId !== undefined);
      return { ...row, entries: newest, isCut: row.key === cutKey || (isIncomplete && !isOwnJob) };
    });
    roomLeft -= latestRows.length;
    if (latestRows.length > 0) latest.push({ day, rows: latestRows });
  }
  return latest;
}

/** @returns undefined for a job that ended without problems: the latest changes show it */
export function attentionOf(job: JobSummary, t: FranchiseeContext["t"]): AttentionItem | undefined {
  const { id, title, state, shownState, isOver, createdAt, endedAt, counts, endedCount, total } = job;
  const problems = problemsInWords(t, counts);
  if (isOver && !problems) return undefined;
  const progress = [t(`jobs:state.${shownState}`), t("jobs:done", { ended: endedCount, total }), problems];
  return {
    kind: "job",
    id,
    at: endedAt ?? createdAt,
    title,
    facts: isOver ? [] : progress.filter(Boolean),
    isRunning: state === "running",
    hasProblems: problems !== "",
  };
}

/** Counts sellers by the totals of two lists of one row. Never rejects. */
function countSellers(sellers: Pick<SellersApi, "list">): Promise<ValueOrReason<SellerCounts>> {
  return valueOrReason(count(sellers));
}

async function count(sellers: Pick<SellersApi, "list">): Promise<SellerCounts> {
  const query = { q: "", sort: "displayName", page: 1, size: 1 } as const;
  const [all, active] = await Promise.all([sellers.list(query), sellers.list({ ...query, status: "active" })]);
  // A seller may be added or disappear between the two responses.
  return { all: all.total, active: active.total, inactive: Math.max(0, all.total - active.total) };
}

/**
 * Finds changes of unknown outcome that no later change of their seller settles. Jobs report theirs
 * themselves.
 * @param entries newest first
 * @param since in ms since the epoch
 */
export function unresolvedOf(entries: readonly HistoryEntry[], since: number): AttentionItem[] {
  const settled = new Set<string>();
  const items: AttentionItem[] = [];
  for (const { id, at, action, outcome, jobId, undoneBy, sellerId, sellerName } of entries) {
    // A lost creation has no seller's id; a later one that succeeded has the same name.
    const subjects = [sellerId && `id ${sellerId}`, action === "create" && `name ${sellerName}`].filter(isText);
    const isUnknown = outcome === "unknown" && jobId === undefined && undoneBy === undefined;
    const isUnsettled = at > since && !subjects.some((subject) => settled.has(subject));
    if (isUnknown && isUnsettled) items.push({ kind: "unknown", id, at, action, sellerId, sellerName });
    if (outcome === "done") for (const subject of subjects) settled.add(subject);
  }
  return items;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

const CHART_DAYS = 30;

export type DailyChanges = {
  /** Oldest first, YYYY-MM-DD in Warsaw; the last one is today. */
  days: { day: string; count: number }[];
  /** There may be more than were counted. */
  isPartial: boolean;
};

/** Counts the done changes of each of the last 30 days. */
export function countByDay(
  { entries, older, hasOmittedChanges, hasUnansweredSellers }: ReadHistory,
  now = Date.now(),
): DailyChanges {
  const today = dayOf(now);
  const firstDay = daysBefore(today, CHART_DAYS - 1);
  const counts = new Map<string, number>();
  for (let back = CHART_DAYS - 1; back >= 0; back -= 1) counts.set(daysBefore(today, back), 0);
  for (const { at, outcome } of entries) {
    const day = dayOf(at);
    const count = counts.get(day);
    if (outcome === "done" && count !== undefined) counts.set(day, count + 1);
  }
  const oldest = entries.at(-1);
  const reachesBack = oldest !== undefined && dayOf(oldest.at) < firstDay;
  return {
    days: [...counts].map(([day, count]) => ({ day, count })),
    isPartial: hasOmittedChanges || hasUnansweredSellers || (older !== undefined && !reachesBack),
  };
}
