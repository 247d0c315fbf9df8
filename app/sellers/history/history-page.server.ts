import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { findEntry, listHistory } from "~/sellers/write/history-journal.server";
import { readDayRange } from "./day-range.server";
import { historyView } from "./history-view";

const PAGE_SIZE = 50;

export type HistoryPageContent = Awaited<ReturnType<typeof historyPage>>;

/**
 * What a page of the history shows: the entries of the days in its URL (`from`, `to`), from `before` on, and the one
 * that a link asks to take back (`change`).
 * @throws StoreUnavailable
 */
export async function historyPage(
  { t, session: { sub }, newFormKey }: FranchiseeContext,
  request: Request,
  sellerId?: string,
) {
  const { searchParams } = new URL(request.url);
  const { bounds, ...range } = readDayRange(searchParams, t);
  const before = searchParams.get("before") ?? undefined;
  const { entries, older } = await listHistory({ sellerId, ...bounds, before, limit: PAGE_SIZE });
  const asked = searchParams.get("change");
  const chosen = asked ? await findEntry(asked) : undefined;
  const shown =
    chosen && (sellerId === undefined || chosen.sellerId === sellerId) ? historyView(chosen, sub) : undefined;
  return {
    range,
    entries: entries.map((entry) => historyView(entry, sub)),
    /** Where the next, older page begins. */
    older,
    isFirst: before === undefined,
    /** The entry that a link asks to take back. */
    chosen: shown,
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
