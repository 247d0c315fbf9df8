import { known, optional, unreachable } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import type { LogQuery } from "~/.server/store/open-store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { listHistory } from "~/sellers/write/history-journal.server";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type HistoryFilter, isFiltered, isOfKindAndPerson, isOfSeller } from "./history-filter";
import { VisibleSellers } from "./visible-sellers.server";

/** Entries that are read from the store at once; more where a filter leaves most of them out. */
const BATCH = 20;
const BATCH_FILTERED = 100;
/** Sellers per search of the history. */
const MAX_SELLERS_FOUND = 100;

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

export type HistoryQuery = Omit<LogQuery, "limit"> & {
  sellerId?: string;
  /** Applied before the backend is asked, so it must not use what only the backend may tell of a seller. */
  matches?: (entry: HistoryEntry) => boolean;
  /** Applied to visible entries only, so it may use everything. */
  matchesVisible?: (entry: HistoryEntry) => boolean;
  /** Sellers that the backend has just shown this person. */
  visibleSellers?: ReadonlySet<string>;
};

type Limits = {
  /** Rows of a page; entries with the same `rowKey` count once. */
  rows: number;
  rowKey?: (entry: HistoryEntry) => string;
  /** Read from the store. */
  entries: number;
  /** Calls to the backend. */
  sellers: number;
  /** At the limit of sellers: end the page there, or go on with the person's own changes. */
  thenOnlyOwn: boolean;
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
 * The changes that this person may see: their own, and those of sellers that the backend shows them now
 * (docs/decisions/0013-who-may-see-whose-history.md). @throws StoreUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, limits: Limits): Promise<VisibleHistory> {
  const stored = await readVisible(viewer, query, limits);
  const active = await activeJobs(stored.entries);
  const entries = stored.entries.map((entry) => markInFlight(entry, active));
  return { ...stored, entries, isLive: active.size > 0 || entries.some(({ outcome }) => outcome === "inFlight") };
}

async function readVisible(
  viewer: Viewer,
  { matches, matchesVisible, visibleSellers, ...range }: HistoryQuery,
  limits: Limits,
): Promise<Omit<VisibleHistory, "isLive">> {
  const sellers = new VisibleSellers(viewer, limits.sellers);
  const limit = matches || matchesVisible ? BATCH_FILTERED : BATCH;
  const isKnownVisible = (entry: HistoryEntry) =>
    isOwn(entry, viewer) || (entry.sellerId !== undefined && visibleSellers?.has(entry.sellerId) === true);
  const isUnchecked = (entry: HistoryEntry) =>
    !isKnownVisible(entry) && entry.sellerId !== undefined && sellers.isUnchecked(entry.sellerId);
  const mayBeShown = (entry: HistoryEntry) =>
    isKnownVisible(entry) || (entry.sellerId !== undefined && sellers.has(entry.sellerId));
  const visible: HistoryEntry[] = [];
  const rows = new Set<string>();
  const rowKey = limits.rowKey ?? (({ id }: HistoryEntry) => id);
  let before = range.before;
  let omitted = false;
  const page = (older?: string) => ({ entries: visible, older, unanswered: sellers.unanswered, omitted });
  for (let read = 0; read < limits.entries; read += limit) {
    const { entries, cursors, older } = await listHistory({ ...range, before, limit });
    const isMatch = entries.map((entry) => !matches || matches(entry));
    await sellers.ask(
      entries.flatMap((entry, at) => (isMatch[at] && !isKnownVisible(entry) ? (entry.sellerId ?? []) : [])),
    );
    for (const [at, entry] of entries.entries()) {
      if (isMatch[at] && isUnchecked(entry)) {
        if (!limits.thenOnlyOwn) return page(before);
        omitted = true;
      }
      if (isMatch[at] && mayBeShown(entry) && (!matchesVisible || matchesVisible(entry))) {
        const row = rowKey(entry);
        if (rows.size === limits.rows && !rows.has(row)) return page(before);
        rows.add(row);
        visible.push(entry);
      }
      before = cursors[at];
    }
    if (older === undefined) return page();
    before = older;
  }
  return page(before);
}

/** For a seller whom the backend has just returned: all its entries are visible. */
export function onlySeller(sellerId: string | undefined) {
  return sellerId === undefined ? {} : { sellerId, visibleSellers: new Set([sellerId]) };
}

/** False also when the backend does not respond. */
export async function isVisible(entry: HistoryEntry, viewer: Viewer): Promise<boolean> {
  if (isOwn(entry, viewer) || !entry.sellerId) return isOwn(entry, viewer);
  const sellers = new VisibleSellers(viewer, 1);
  await sellers.ask([entry.sellerId]);
  return sellers.has(entry.sellerId);
}

export function isOwn({ by }: HistoryEntry, { session }: Pick<Viewer, "session">): boolean {
  return by.sub === session.sub;
}

type FilterQuery = Pick<HistoryQuery, "matches" | "matchesVisible" | "visibleSellers"> & {
  hasTooManySellers: boolean;
  /** The backend did not respond, so sellers are found by recorded values only. */
  unanswered: boolean;
};

/**
 * Turns a filter into a query. A seller matches by the backend's search (present values) or by recorded, maybe former values. The latter are
 * compared only for visible sellers, so that neither results nor response times reveal other sellers.
 */
export async function filterHistory(ctx: FranchiseeContext, filter: HistoryFilter): Promise<FilterQuery> {
  if (!isFiltered(filter)) return { hasTooManySellers: false, unanswered: false };
  const matches = (entry: HistoryEntry) => isOfKindAndPerson(entry, filter);
  if (filter.seller === "") return { matches, hasTooManySellers: false, unanswered: false };
  const query = parseSellerQuery(new URLSearchParams({ q: filter.seller, size: String(MAX_SELLERS_FOUND) }));
  const page = known(await inTime(optional(ctx.sellers.list(query)), unreachable));
  const visibleSellers = new Set(page?.sellers.map(({ id }) => id));
  return {
    matches,
    matchesVisible: (entry) =>
      (entry.sellerId !== undefined && visibleSellers.has(entry.sellerId)) || isOfSeller(entry, filter),
    visibleSellers,
    hasTooManySellers: (page?.total ?? 0) > visibleSellers.size,
    unanswered: page === null,
  };
}
