import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/sellers/history-entry";
import { findEntry, listHistory } from "~/sellers/write/history-journal.server";
import { readDayRange } from "./day-range.server";
import { historyDays, rowOf } from "./history-days";
import { historyView } from "./history-view";
import { undoOutlook } from "./undo-outlook.server";
import { isVisible, visibleHistory } from "./visible-history.server";

const PAGE_SIZE = 50;
/**
 * Of all sellers: room for a page of changes of as many sellers, and for a few that aren't for this person. A job is one
 * row however many changes it made, so it doesn't push the others off the page.
 */
const REACH = { entries: PAGE_SIZE, rowOf, looked: 1_000, asked: 60, beyond: "next page" } as const;

export type HistoryPageContent = Awaited<ReturnType<typeof historyPage>>;

/**
 * What a page of the history shows: the entries of the days in its URL (`from`, `to`), from `before` on, and the one
 * that a link asks to take back (`change`).
 * @param sellerId one seller's page, which the backend has just given to this person; else what they may see of all
 * @throws StoreUnavailable
 */
export async function historyPage(ctx: FranchiseeContext, sellerId?: string) {
  const { t, session, newFormKey, request } = ctx;
  const { sub } = session;
  const { searchParams } = new URL(request.url);
  const { bounds, ...range } = readDayRange(searchParams, t);
  const before = searchParams.get("before") ?? undefined;
  const { entries, older, unanswered } =
    sellerId === undefined
      ? await visibleHistory(ctx, { ...bounds, before }, REACH)
      : { ...(await listHistory({ sellerId, ...bounds, before, limit: PAGE_SIZE })), unanswered: false };
  const asked = searchParams.get("change");
  const chosen = asked ? await findEntry(asked) : undefined;
  const isHere = (entry: HistoryEntry) => (sellerId ? entry.sellerId === sellerId : isVisible(entry, ctx));
  return {
    range,
    days: historyDays(entries, sub),
    now: Date.now(),
    /** Where the next, older page begins. */
    older,
    isFirst: before === undefined,
    /** Which changes of others may be seen isn't known of all; those are left out. */
    unanswered,
    /** The entry that a link asks to take back. */
    chosen:
      chosen && (await isHere(chosen))
        ? { entry: historyView(chosen, sub), outlook: await undoOutlook(ctx, chosen) }
        : undefined,
    formKey: await newFormKey(),
  };
}

/** The page's own address without the change that a link asked to take back. */
export function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("change");
  searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
