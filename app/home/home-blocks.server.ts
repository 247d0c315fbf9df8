import { optional, valueOrReason } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { type HistoryDay, historyDays, rowKey } from "~/sellers/history/history-rows";
import { type VisibleHistory, visibleHistory } from "~/sellers/history/visible-history.server";
import type { AttentionItem } from "./attention";
import { attentionItems, isJobRunningWell } from "./attention.server";
import { chartOf, type DailyChanges } from "./changes-chart.server";
import type { SellerCounts } from "./count-links";

/** `maxEntries`: most people make fewer changes a month. Reading 600 takes up to 20 ms. */
const ACTIVITY_LIMITS = { rows: 500, maxEntries: 600, maxCalls: 20, skipsUnchecked: true } as const;

/** A part is null if reading failed; `daily` is also null without a change. */
export type Activity = {
  latest: HistoryDay[] | null;
  daily: DailyChanges | null;
  attention: AttentionItem[] | null;
  /** The person's jobs that run without problems. */
  jobs: AttentionItem[];
  isLive: boolean;
};

export const NO_ACTIVITY: Activity = { latest: null, daily: null, attention: null, jobs: [], isLive: false };

/** All blocks made of the history share a promise, because a late block would push others down. */
export function homeBlocks(ctx: FranchiseeContext) {
  const { sellers, session } = ctx;
  const history = visibleHistory(ctx, {}, ACTIVITY_LIMITS);
  // Null if the backend failed for every seller: the page must not say that there are no changes.
  const knownHistory = history.then((read) => (read.hasBackendFailed && read.entries.length === 0 ? null : read));
  const activity = async (): Promise<Activity> => {
    const [visible, items] = await Promise.all([optional(knownHistory), optional(attentionItems(ctx, history))]);
    const shownJobs = new Set(items?.map(({ id }) => id));
    const isLive = visible?.isLive === true || items?.some((item) => item.kind === "job" && item.isRunning) === true;
    return {
      latest: visible && latestOf(visible, session.sub, shownJobs),
      daily: visible && chartOf(visible),
      attention: items?.filter((item) => !isJobRunningWell(item)) ?? null,
      jobs: items?.filter(isJobRunningWell) ?? [],
      isLive,
    };
  };
  return { counts: valueOrReason(countSellers(sellers)), activity: activity() };
}

const MAX_LATEST_ROWS = 6;

/** Up to six rows, each with its newest change only. @param shownJobs ids of jobs on other cards */
export function latestOf(
  history: VisibleHistory,
  viewer: string,
  shownJobs: ReadonlySet<string> = new Set(),
): HistoryDay[] {
  const isIncomplete = history.hasOmittedChanges || history.hasBackendFailed;
  // `cutKey`: the row of the last change that was read. Its job may have older changes.
  const lastRead = history.older === undefined ? undefined : history.entries.at(-1);
  const cutKey = lastRead && rowKey(lastRead);
  const latest: HistoryDay[] = [];
  let roomLeft = MAX_LATEST_ROWS;
  for (const { day, rows } of historyDays(history.entries, viewer)) {
    if (roomLeft === 0) break;
    const notShown = rows.filter((row) => !shownJobs.has(row.entries[0]?.jobId ?? ""));
    const latestRows = notShown.slice(0, roomLeft).map((row) => {
      const [newest] = row.entries;
      // A row without a job's id may belong to another person's job, whose changes may be omitted.
      const mayLackChanges = isIncomplete && newest?.jobId === undefined;
      return { ...row, entries: newest ? [newest] : [], isCut: row.key === cutKey || mayLackChanges };
    });
    roomLeft -= latestRows.length;
    if (latestRows.length > 0) latest.push({ day, rows: latestRows });
  }
  return latest;
}

async function countSellers(sellers: Pick<SellersApi, "list">): Promise<SellerCounts> {
  const query = { q: "", sort: "displayName", page: 1, size: 1 } as const;
  const [all, active] = await Promise.all([sellers.list(query), sellers.list({ ...query, status: "active" })]);
  // `max`: between the two responses a seller may be enabled or deleted.
  return { all: all.total, active: active.total, inactive: Math.max(0, all.total - active.total) };
}
