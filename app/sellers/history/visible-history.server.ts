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
  /** Only this seller's changes. The backend must have just returned the seller to the viewer. */
  sellerId?: string;
  seller?: Pick<SellerFilter, "text" | "matchingIds">;
};

type Limits = {
  /** Entries with the same `rowKey` count as one row. */
  rows: number;
  rowKey?: (entry: HistoryEntry) => string;
  maxEntries: number;
  /** Calls to the backend, one per seller. */
  maxCalls: number;
  /** After `maxCalls` leave out changes of further sellers instead of ending the page. */
  skipsUnchecked?: true;
};

export type VisibleHistory = {
  entries: HistoryEntry[];
  /** A write is in flight, or a job runs: the page must poll. */
  isLive: boolean;
  /** Cursor of the next, older page; absent on the last page. */
  older?: string;
  /** The backend didn't respond about some sellers, so their changes are left out. */
  hasBackendFailed: boolean;
  /** `skipsUnchecked` has left out changes. */
  hasOmittedChanges: boolean;
};

/**
 * Returns the viewer's own changes, and changes of sellers that the backend returns to the viewer
 * now (docs/decisions/0013-who-may-see-whose-history.md). @throws DatabaseUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, limits: Limits): Promise<VisibleHistory> {
  const history = await readVisible(viewer, query, limits);
  const active = await activeJobs(history.entries);
  const entries = history.entries.map((entry) => markInFlight(entry, active));
  return { ...history, entries, isLive: active.size > 0 || entries.some(({ outcome }) => outcome === "inFlight") };
}

async function readVisible(
  viewer: Viewer,
  query: HistoryQuery,
  limits: Limits,
): Promise<Omit<VisibleHistory, "isLive">> {
  const { rows, rowKey = ({ id }) => id, maxEntries, maxCalls, skipsUnchecked } = limits;
  const sellers = new VisibleSellers(viewer, maxCalls);
  const { sub } = viewer.session;
  const changes = { ...query, seller: query.seller && { ...query.seller, sub } };
  const isAllVisible = query.sellerId !== undefined || query.seller !== undefined;
  const needsCall = (entry: HistoryEntry) => !isAllVisible && !isOwn(entry, viewer);
  const entries: HistoryEntry[] = [];
  const rowKeys = new Set<string>();
  /** Cursor of the last entry that was added or left out: a full page continues after it. */
  let older = query.before;
  let hasOmittedChanges = false;
  const page = () => ({
    entries,
    older,
    hasBackendFailed: sellers.hasBackendFailed,
    hasOmittedChanges,
  });
  for await (const part of findChanges(changes, { size: rows, maxEntries })) {
    await sellers.check(part.entries.filter(needsCall).flatMap(({ sellerId }) => sellerId ?? []));
    for (const entry of part.entries) {
      if (needsCall(entry) && sellers.isUnchecked(entry.sellerId)) {
        if (!skipsUnchecked) return page();
        hasOmittedChanges = true;
      }
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

export async function isVisible(entry: HistoryEntry, viewer: Viewer): Promise<boolean> {
  if (isOwn(entry, viewer)) return true;
  if (!entry.sellerId) return false;
  const sellers = new VisibleSellers(viewer, 1);
  await sellers.check([entry.sellerId]);
  return sellers.has(entry.sellerId);
}

export function isOwn({ by }: HistoryEntry, { session }: Pick<Viewer, "session">): boolean {
  return by.sub === session.sub;
}

type FilterQuery = Pick<HistoryQuery, "kind" | "field" | "person" | "seller"> & {
  hasTooManySellers: boolean;
  /** The backend didn't respond to the search for `seller`: only own changes are found. */
  hasSearchFailed: boolean;
};

/** `seller` is searched in sellers' current values, and in the names in the viewer's changes. */
export async function queryOfFilter(
  ctx: FranchiseeContext,
  { kind, field, person, seller: text }: HistoryFilter,
): Promise<FilterQuery> {
  const filter = { kind, field, person, hasTooManySellers: false, hasSearchFailed: false };
  if (text === "") return filter;
  const query = parseSellerQuery(new URLSearchParams({ q: text, size: "100" }));
  const page = await inTime(optional(ctx.sellers.list(query)), null);
  const matchingIds = page?.sellers.map(({ id }) => id) ?? [];
  return {
    ...filter,
    seller: { text, matchingIds },
    hasTooManySellers: (page?.total ?? 0) > matchingIds.length,
    hasSearchFailed: page === null,
  };
}
