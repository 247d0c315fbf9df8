import { optional } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type ChangesQuery, cursorOf, findChanges, type SellerFilter } from "./find-changes.server";
import type { HistoryFilter } from "./history-query";
import { VisibleSellers } from "./visible-sellers.server";

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

export type HistoryQuery = Pick<ChangesQuery, "from" | "until" | "before" | "kind" | "field" | "person"> & {
  /** Limits the changes to this seller, whom the backend has just shown to this person. */
  sellerId?: string;
  seller?: Pick<SellerFilter, "text" | "matchingIds">;
};

type Limits = {
  /** The rows of a page. A job's entries with the same `rowKey` count as one row. */
  rows: number;
  rowKey?: (entry: HistoryEntry) => string;
  maxEntries: number;
  /** Calls to the backend, one per seller. */
  maxCalls: number;
  /** After `maxCalls` leave out changes of further sellers, instead of ending the page there. */
  skipsUnchecked?: true;
};

export type VisibleHistory = {
  /** Newest first; writes under way have the outcome `inFlight`. */
  entries: HistoryEntry[];
  isLive: boolean;
  /** Cursor of the next, older page; absent on the last one. */
  older?: string;
  /** The backend did not respond about some sellers, whose changes are left out. */
  hasUnansweredSellers: boolean;
  /** `skipsUnchecked` has left out changes. */
  hasOmittedChanges: boolean;
};

/**
 * The changes that this person may see: their own, and those of sellers that the backend shows them
 * now (docs/decisions/0013-who-may-see-whose-history.md). @throws DatabaseUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, limits: Limits): Promise<VisibleHistory> {
  const stored = await readVisible(viewer, query, limits);
  const active = await activeJobs(stored.entries);
  const entries = stored.entries.map((entry) => markInFlight(entry, active));
  return { ...stored, entries, isLive: active.size > 0 || entries.some(({ outcome }) => outcome === "inFlight") };
}

/**
 * Reads changes a part at a time, asks the backend about the sellers of each part, and takes what
 * is visible, until the page is full or a limit is reached.
 */
async function readVisible(
  viewer: Viewer,
  query: HistoryQuery,
  limits: Limits,
): Promise<Omit<VisibleHistory, "isLive">> {
  const { rows, rowKey = ({ id }) => id, maxEntries, maxCalls, skipsUnchecked } = limits;
  const sellers = new VisibleSellers(viewer, maxCalls);
  const { sub } = viewer.session;
  const changes = { ...query, seller: query.seller && { ...query.seller, sub } };
  // With these filters the backend has just shown the sellers to this person, so nothing is asked.
  const isAllVisible = query.sellerId !== undefined || query.seller !== undefined;
  const needsCall = (entry: HistoryEntry) => !isAllVisible && !isOwn(entry, viewer);
  const entries: HistoryEntry[] = [];
  const rowKeys = new Set<string>();
  /** Cursor of the last entry that was looked at; the next page begins after it. */
  let older = query.before;
  let hasOmittedChanges = false;
  const page = () => ({ entries, older, hasUnansweredSellers: sellers.hasGaps, hasOmittedChanges });
  for await (const part of findChanges(changes, { size: rows, maxEntries })) {
    await sellers.ask(part.entries.filter(needsCall).flatMap(({ sellerId }) => sellerId ?? []));
    for (const entry of part.entries) {
      const isUnchecked = needsCall(entry) && sellers.isUnchecked(entry.sellerId);
      if (isUnchecked && !skipsUnchecked) return page();
      hasOmittedChanges ||= isUnchecked;
      if (!needsCall(entry) || sellers.has(entry.sellerId)) {
        const isPageFull = rowKeys.size === rows && !rowKeys.has(rowKey(entry));
        if (isPageFull) return page();
        rowKeys.add(rowKey(entry));
        entries.push(entry);
      }
      older = cursorOf(entry);
    }
    older = part.older;
  }
  return page();
}

/** @returns false also if the backend doesn't respond */
export async function isVisible(entry: HistoryEntry, viewer: Viewer): Promise<boolean> {
  if (isOwn(entry, viewer)) return true;
  if (!entry.sellerId) return false;
  const sellers = new VisibleSellers(viewer, 1);
  await sellers.ask([entry.sellerId]);
  return sellers.has(entry.sellerId);
}

export function isOwn({ by }: HistoryEntry, { session }: Pick<Viewer, "session">): boolean {
  return by.sub === session.sub;
}

type FilterQuery = Pick<HistoryQuery, "kind" | "field" | "person" | "seller"> & {
  hasTooManySellers: boolean;
  /** The backend did not respond, so only own changes are found. */
  isUnanswered: boolean;
};

/** „Sprzedawca” finds sellers by their present values, and the viewer's changes by former names. */
export async function queryOfFilter(
  ctx: FranchiseeContext,
  { kind, field, person, seller: text }: HistoryFilter,
): Promise<FilterQuery> {
  const filter = { kind, field, person, hasTooManySellers: false, isUnanswered: false };
  if (text === "") return filter;
  const query = parseSellerQuery(new URLSearchParams({ q: text, size: "100" }));
  const page = await inTime(optional(ctx.sellers.list(query)), null);
  const matchingIds = page?.sellers.map(({ id }) => id) ?? [];
  return {
    ...filter,
    seller: { text, matchingIds },
    hasTooManySellers: (page?.total ?? 0) > matchingIds.length,
    isUnanswered: page === null,
  };
}
