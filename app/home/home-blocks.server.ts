import { optional, valueOrReason } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { type HistoryDay, historyDays, rowKey } from "~/sellers/history/history-rows";
import { type VisibleHistory, visibleHistory } from "~/sellers/history/visible-history.server";
import type { AttentionItem } from "./attention";
import { attentionItems, isJobWithoutProblems } from "./attention.server";
import { chartOf, type DailyChanges } from "./changes-chart.server";
import type { SellerCounts } from "./count-links";

/** 600 changes are a month's for most people, and take 20 ms at most. */
const ACTIVITY_LIMITS = { rows: 500, maxEntries: 600, maxCalls: 20, skipsUnchecked: true } as const;

/** What was changed and what needs attention; a part that can't be read is null. */
export type Activity = {
  latest: HistoryDay[] | null;
  /** Null if the history can't be read, or if there is nothing to draw. */
  daily: DailyChanges | null;
  attention: AttentionItem[] | null;
  /** The person's jobs that run without problems. */
  jobs: AttentionItem[];
  /** Something is being changed, so there is soon more to show. */
  isLive: boolean;
};

export const NO_ACTIVITY: Activity = { latest: null, daily: null, attention: null, jobs: [], isLive: false };

/**
 * Returns the dashboard's blocks as promises that never reject, so that one that fails doesn't take
 * the others along. Blocks made of the history come together, or a late one would push others down.
 */
export function homeBlocks(ctx: FranchiseeContext) {
  const { sellers, session } = ctx;
  const history = visibleHistory(ctx, {}, ACTIVITY_LIMITS);
  // If the backend said nothing about any change, "no changes" would be a guess.
  const knownHistory = history.then((read) => (read.hasUnansweredSellers && read.entries.length === 0 ? null : read));
  const activity = async (): Promise<Activity> => {
    const [visible, items] = await Promise.all([optional(knownHistory), optional(attentionItems(ctx, history))]);
    const shownJobs = new Set(items?.map(({ id }) => id));
    const isLive = visible?.isLive === true || items?.some((item) => item.kind === "job" && item.isRunning) === true;
    return {
      latest: visible && latestOf(visible, session.sub, shownJobs),
      daily: visible && chartOf(visible),
      attention: items?.filter((item) => !isJobWithoutProblems(item)) ?? null,
      jobs: items?.filter(isJobWithoutProblems) ?? [],
      isLive,
    };
  };
  return { counts: valueOrReason(countSellers(sellers)), activity: activity() };
}

const MAX_LATEST_ROWS = 6;

/**
 * Returns the newest rows of the history, each with its newest change only.
 * @param shownJobs ids of jobs that the page shows elsewhere
 */
export function latestOf(
  history: VisibleHistory,
  viewer: string,
  shownJobs: ReadonlySet<string> = new Set(),
): HistoryDay[] {
  const isIncomplete = history.hasOmittedChanges || history.hasUnansweredSellers;
  // The last change that was read may be of a job whose older changes weren't read.
  const lastRead = history.older === undefined ? undefined : history.entries.at(-1);
  const cutKey = lastRead && rowKey(lastRead);
  const latest: HistoryDay[] = [];
  let roomLeft = MAX_LATEST_ROWS;
  for (const { day, rows } of historyDays(history.entries, viewer)) {
    if (roomLeft === 0) break;
    const notShown = rows.filter((row) => !shownJobs.has(row.entries[0]?.jobId ?? ""));
    const latestRows = notShown.slice(0, roomLeft).map((row) => {
      const [newest] = row.entries;
      // Without a job's id this may be another person's job, some of whose changes weren't read.
      const mayLackChanges = isIncomplete && newest?.jobId === undefined;
      return { ...row, entries: newest ? [newest] : [], isCut: row.key === cutKey || mayLackChanges };
    });
    roomLeft -= latestRows.length;
    if (latestRows.length > 0) latest.push({ day, rows: latestRows });
  }
  return latest;
}

/** Counts by the totals of two lists of one row. */
async function countSellers(sellers: Pick<SellersApi, "list">): Promise<SellerCounts> {
  const query = { q: "", sort: "displayName", page: 1, size: 1 } as const;
  const [all, active] = await Promise.all([sellers.list(query), sellers.list({ ...query, status: "active" })]);
  // A seller may be added or disappear between the two responses.
  return { all: all.total, active: active.total, inactive: Math.max(0, all.total - active.total) };
}
