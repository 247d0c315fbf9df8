import { optional } from "~/.server/backend/optional";
import { ScanSlots } from "~/.server/backend/scan-slots";
import { inTime } from "~/.server/http/deferred";
import { requestScope } from "~/.server/http/request-scope";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type ChangesQuery, cursorOf, findChanges, type SellerSearch, sellersOfChanges } from "./find-changes.server";
import type { HistoryFilter } from "./history-query";
import { VisibleSellers } from "./visible-sellers.server";

/** A search may test thousands of changes; without filters a page reads the newest by an index. */
const searches = new ScanSlots();

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

export type HistoryQuery = Pick<ChangesQuery, "from" | "until" | "before" | "kind" | "field" | "person"> & {
  /** Limits the changes to this seller, whom the backend has just shown to this person. */
  sellerId?: string;
  seller?: Pick<SellerSearch, "text" | "matchingIds">;
};

type Limits = {
  /** Rows of a page, and entries of one query. Entries with the same `rowKey` are one row. */
  rows: number;
  rowKey?: (entry: HistoryEntry) => string;
  maxEntries: number;
  /** Calls to the backend, one per seller. */
  maxCalls: number;
  /** Once the calls are used up, omit changes of unchecked sellers instead of ending the page. */
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
  /** Changes are left out because the calls were used up. */
  hasOmittedChanges: boolean;
};

/**
 * The changes that this person may see: their own, and those of sellers that the backend shows them
 * now (docs/decisions/0013-who-may-see-whose-history.md). @throws DatabaseUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, limits: Limits): Promise<VisibleHistory> {
  const read = () => readVisible(viewer, query, limits);
  const asking = { person: viewer.session.sub, signal: requestScope().signal };
  const isSearch = query.kind || query.field || query.person || query.seller;
  const stored = await (isSearch ? searches.run(asking, read) : read());
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
  const { rows, rowKey = ({ id }) => id, skipsUnchecked } = limits;
  const sellers = new VisibleSellers(viewer, limits.maxCalls);
  const search = await searchedChanges(viewer, query, sellers);
  let { hasOmittedChanges } = search;
  // `searchedChanges` has narrowed a search to visible sellers.
  const isAllVisible = query.sellerId !== undefined || query.seller !== undefined;
  const needsCall = (entry: HistoryEntry) => !isAllVisible && !isOwn(entry, viewer);
  const entries: HistoryEntry[] = [];
  const rowKeys = new Set<string>();
  /** Cursor of the last entry that was looked at; the next page begins after it. */
  let older = query.before;
  const page = () => ({ entries, older, hasUnansweredSellers: sellers.hasGaps, hasOmittedChanges });
  for await (const part of partsOf(search.changes, limits)) {
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

async function* partsOf(query: ChangesQuery, { rows, maxEntries }: Limits) {
  let { before } = query;
  for (let read = 0; read < maxEntries; read += rows) {
    const part = await findChanges({ ...query, before }, Math.min(rows, maxEntries - read));
    yield part;
    // After a cut the search has tested enough for one request, even if the page isn't full.
    if (part.older === undefined || part.isCut) return;
    before = part.older;
  }
}

/** The newest changes whose sellers the backend is asked about before a search. */
const MAX_CANDIDATES = 1_000;

/**
 * Narrows a search by seller to sellers that the viewer may see. The backend is asked about all
 * candidates, not only those whose recorded values match: otherwise the number of calls, and so
 * the response time, would reveal hidden values (decision 13).
 */
async function searchedChanges(
  viewer: Viewer,
  { seller, ...changes }: HistoryQuery,
  sellers: VisibleSellers,
): Promise<{ changes: ChangesQuery; hasOmittedChanges: boolean }> {
  if (!seller) return { changes, hasOmittedChanges: false };
  const { sub } = viewer.session;
  const visibleTo = (visibleIds: readonly string[]) => ({ ...changes, seller: { ...seller, sub, visibleIds } });
  if (changes.sellerId !== undefined) return { changes: visibleTo([changes.sellerId]), hasOmittedChanges: false };
  const candidates = await sellersOfChanges({ ...changes, notBy: sub }, MAX_CANDIDATES);
  // The backend has just listed `matchingIds` for this person.
  const others = candidates.filter((id) => !seller.matchingIds.includes(id));
  await sellers.ask(others);
  return {
    changes: visibleTo(others.filter((id) => sellers.has(id))),
    hasOmittedChanges: others.some((id) => sellers.isUnchecked(id)),
  };
}

/** False also when the backend does not respond. */
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
  /** The backend did not respond, so sellers are found by recorded values only. */
  isUnanswered: boolean;
};

/** A seller matches by present values, which the backend searches, or by recorded ones. */
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
