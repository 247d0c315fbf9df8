import { optional } from "~/.server/backend/optional";
import { ScanSlots } from "~/.server/backend/scan-slots";
import { inTime } from "~/.server/http/deferred";
import { requestScope } from "~/.server/http/request-scope";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type ChangesQuery, cursorOf, findChanges, sellersOfChanges } from "./find-changes.server";
import type { HistoryFilter } from "./history-query";
import { VisibleSellers } from "./visible-sellers.server";

const searches = new ScanSlots();

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

export type HistoryQuery = Pick<ChangesQuery, "from" | "until" | "before" | "kind" | "field" | "person"> & {
  /** Only of this seller, whom the backend has just shown to this person. */
  sellerId?: string;
  seller?: SellerFilter;
};

/** `found`: sellers that the backend's search has just shown to this person. */
type SellerFilter = { text: string; found: readonly string[] };

type Limits = {
  /** Rows of a page; entries with the same `rowKey` count once. */
  rows: number;
  rowKey?: (entry: HistoryEntry) => string;
  /** Read from the database. */
  entries: number;
  /** Calls to the backend. */
  sellers: number;
  /** At the limit of calls: go on with the person's own changes, instead of ending the page. */
  thenOnlyOwn?: true;
};

export type VisibleHistory = {
  /** Newest first; writes under way have the outcome `inFlight`. */
  entries: HistoryEntry[];
  isLive: boolean;
  /** Cursor of the next, older page; absent on the last one. */
  older?: string;
  /** The backend did not respond about some sellers, whose changes are left out. */
  unanswered: boolean;
  /** Changes are left out because the limit of sellers was reached. */
  omitted: boolean;
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
  { rows, rowKey = ({ id }) => id, entries: maxEntries, sellers: maxCalls, thenOnlyOwn }: Limits,
): Promise<Omit<VisibleHistory, "isLive">> {
  const sellers = new VisibleSellers(viewer, maxCalls);
  let { changes, omitted } = await searchedChanges(viewer, query, sellers);
  // `searchedChanges` has narrowed a search to visible sellers.
  const isAllVisible = query.sellerId !== undefined || query.seller !== undefined;
  const needsCall = (entry: HistoryEntry) => !isAllVisible && !isOwn(entry, viewer);
  const visible: HistoryEntry[] = [];
  const rowsTaken = new Set<string>();
  let before = query.before;
  const pageUntil = (cursor?: string) => ({ entries: visible, older: cursor, unanswered: sellers.hasGaps, omitted });
  for (let read = 0; read < maxEntries; read += rows) {
    const { entries, older, isCut } = await findChanges({ ...changes, before }, Math.min(rows, maxEntries - read));
    await sellers.ask(entries.filter(needsCall).flatMap(({ sellerId }) => sellerId ?? []));
    for (const entry of entries) {
      const isUnchecked = needsCall(entry) && sellers.isUnchecked(entry.sellerId);
      if (isUnchecked && !thenOnlyOwn) return pageUntil(before);
      omitted ||= isUnchecked;
      if (!needsCall(entry) || sellers.has(entry.sellerId)) {
        const row = rowKey(entry);
        if (rowsTaken.size === rows && !rowsTaken.has(row)) return pageUntil(before);
        rowsTaken.add(row);
        visible.push(entry);
      }
      before = cursorOf(entry);
    }
    if (older === undefined || isCut) return pageUntil(older);
    before = older;
  }
  return pageUntil(before);
}

/** The newest changes whose sellers the backend is asked about before a search. */
const MAX_CANDIDATES = 1_000;

/**
 * Narrows a search by seller to sellers that the viewer may see. The backend is asked about them
 * without a look at their texts, so that what comes back doesn't depend on a hidden text.
 */
async function searchedChanges(
  viewer: Viewer,
  { seller, ...changes }: HistoryQuery,
  sellers: VisibleSellers,
): Promise<{ changes: ChangesQuery; omitted: boolean }> {
  if (!seller) return { changes, omitted: false };
  const { sub } = viewer.session;
  const { text, found } = seller;
  if (changes.sellerId !== undefined) {
    return { changes: { ...changes, seller: { text, sub, found, shown: [changes.sellerId] } }, omitted: false };
  }
  const candidates = await sellersOfChanges({ ...changes, notBy: sub }, MAX_CANDIDATES);
  const unknown = candidates.filter((id) => !found.includes(id));
  await sellers.ask(unknown);
  const shown = unknown.filter((id) => sellers.has(id));
  return {
    changes: { ...changes, seller: { text, sub, found, shown } },
    omitted: unknown.some((id) => sellers.isUnchecked(id)),
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
  unanswered: boolean;
};

/** A seller matches by present values, which the backend searches, or by recorded ones. */
export async function filterHistory(
  ctx: FranchiseeContext,
  { kind, field, person, seller: text }: HistoryFilter,
): Promise<FilterQuery> {
  const filter = { kind, field, person, hasTooManySellers: false, unanswered: false };
  if (text === "") return filter;
  const query = parseSellerQuery(new URLSearchParams({ q: text, size: "100" }));
  const page = await inTime(optional(ctx.sellers.list(query)), null);
  const found = page?.sellers.map(({ id }) => id) ?? [];
  return {
    ...filter,
    seller: { text, found },
    hasTooManySellers: (page?.total ?? 0) > found.length,
    unanswered: page === null,
  };
}
