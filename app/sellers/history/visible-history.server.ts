import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { optional } from "~/.server/backend/optional";
import { ScanSlots } from "~/.server/backend/scan-slots";
import { sealingKeyId } from "~/.server/db/seal";
import { inTime } from "~/.server/http/deferred";
import { requestScope } from "~/.server/http/request-scope";
import type { LogQuery } from "~/.server/store/open-store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { authorTag, authorTagIn, indexTests, sellerTag, sellerTagIn } from "~/sellers/write/history-index.server";
import { peekHistory, type SealedEntry } from "~/sellers/write/history-journal.server";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type HistoryFilter, isHistoryFiltered, isOfKindAndPerson, isOfSeller } from "./history-filter";
import { VisibleSellers } from "./visible-sellers.server";

/** Entries that are read from the store at once; more where a filter leaves most of them out. */
const BATCH = 20;
const BATCH_FILTERED = 500;
const searches = new ScanSlots();
const MAX_SELLERS_FOUND = 100;

const NO_FILTER: HistoryFilter = { person: "", kind: "", seller: "" };

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

export type HistoryQuery = Omit<LogQuery, "limit"> & {
  sellerId?: string;
  /** Tested on the entries' index, so that most entries need not be unsealed. */
  filter?: HistoryFilter;
  /** Applied before the backend is asked, so it uses nothing that only the backend may tell. */
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
 * The changes that this person may see: their own, and those of sellers that the backend shows them
 * now (docs/decisions/0013-who-may-see-whose-history.md). @throws StoreUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, limits: Limits): Promise<VisibleHistory> {
  const read = () => readVisible(viewer, query, limits);
  const asking = { person: viewer.session.sub, gone: requestScope().gone };
  const stored = await (query.filter ? searches.run(asking, read) : read());
  const active = await activeJobs(stored.entries);
  const entries = stored.entries.map((entry) => markInFlight(entry, active));
  return { ...stored, entries, isLive: active.size > 0 || entries.some(({ outcome }) => outcome === "inFlight") };
}

async function readVisible(
  viewer: Viewer,
  { matches = () => true, matchesVisible, visibleSellers = new Set(), filter, ...range }: HistoryQuery,
  limits: Limits,
): Promise<Omit<VisibleHistory, "isLive">> {
  const sellers = new VisibleSellers(viewer, limits.sellers);
  const limit = filter || matchesVisible ? BATCH_FILTERED : BATCH;
  const toCandidate = candidates(viewer, visibleSellers, filter);
  const visible: HistoryEntry[] = [];
  const rows = new Set<string>();
  const rowKey = limits.rowKey ?? (({ id }: HistoryEntry) => id);
  let before = range.before;
  let omitted = false;
  const page = (older?: string) => ({ entries: visible, older, unanswered: sellers.unanswered, omitted });
  for (let read = 0; read < limits.entries; read += limit) {
    const { items, older } = await peekHistory({ ...range, before, limit });
    const batch = items.map(toCandidate);
    await sellers.ask(unansweredSellers(batch, sellers, matches));
    for (const { cursor, isMatch, isKnownVisible, tag, mayMatchVisible, open } of batch) {
      const isUnchecked = isMatch && !isKnownVisible && tag !== undefined && sellers.isUnchecked(tag);
      // The index may accept too much, and a page that ends before an entry that doesn't match
      // would repeat itself.
      if (isUnchecked && (limits.thenOnlyOwn || isMatching(open(), matches))) {
        if (!limits.thenOnlyOwn) return page(before);
        omitted = true;
      }
      const mayBeShown = isKnownVisible || (tag !== undefined && sellers.hasTag(tag));
      const entry = isMatch && mayBeShown && mayMatchVisible ? open() : undefined;
      if (isMatching(entry, matches) && (!matchesVisible || matchesVisible(entry))) {
        const row = rowKey(entry);
        if (rows.size === limits.rows && !rows.has(row)) return page(before);
        rows.add(row);
        visible.push(entry);
      }
      before = cursor;
    }
    if (older === undefined) return page();
    before = older;
    await yieldToEventLoop();
  }
  return page(before);
}

function isMatching(entry: HistoryEntry | undefined, matches: (entry: HistoryEntry) => boolean): entry is HistoryEntry {
  return entry !== undefined && matches(entry);
}

/** What the index of a stored entry says about it. */
type Candidate = Pick<SealedEntry, "cursor" | "open"> & {
  isMatch: boolean;
  isKnownVisible: boolean;
  /** The seller's `sellerTag`. */
  tag?: string;
  mayMatchVisible: boolean;
};

function candidates(viewer: Viewer, visibleSellers: ReadonlySet<string>, filter?: HistoryFilter) {
  const perKey = new Map<string, ReturnType<typeof testsOf>>();
  const testsOf = (keyId: string) => ({
    ...indexTests(filter ?? NO_FILTER, keyId),
    own: authorTag(viewer.session.sub, keyId),
    visible: new Set([...visibleSellers].map((id) => sellerTag(id, keyId))),
  });
  const current = sealingKeyId();
  return ({ index, keyId, cursor, open }: SealedEntry): Candidate => {
    const tests = perKey.get(keyId) ?? testsOf(keyId);
    perKey.set(keyId, tests);
    const stored = sellerTagIn(index);
    const isListed = stored !== undefined && tests.visible.has(stored);
    const isMatch = tests.mayBeOfKindAndPerson(index);
    return {
      cursor,
      open,
      isMatch,
      isKnownVisible: isListed || authorTagIn(index) === tests.own,
      tag: keyId === current || !isMatch || stored === undefined ? stored : currentTag(open()),
      mayMatchVisible: isListed || tests.mayHoldTexts(index),
    };
  };
}

/** Of an entry that another SESSION_SECRET sealed. */
function currentTag(entry: HistoryEntry | undefined): string | undefined {
  return entry?.sellerId === undefined ? undefined : sellerTag(entry.sellerId);
}

/** Unseals no more entries than there are sellers to ask for. */
function unansweredSellers(
  batch: readonly Candidate[],
  sellers: VisibleSellers,
  matches: (entry: HistoryEntry) => boolean,
): string[] {
  const ids = new Map<string, string>();
  for (const { isMatch, isKnownVisible, tag, open } of batch) {
    if (!isMatch || isKnownVisible || tag === undefined || ids.has(tag) || sellers.isAnswered(tag)) continue;
    if (ids.size >= sellers.callsLeft) continue;
    const entry = open();
    if (isMatching(entry, matches) && entry.sellerId !== undefined) ids.set(tag, entry.sellerId);
  }
  return [...ids.values()];
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

type FilterQuery = Pick<HistoryQuery, "filter" | "matches" | "matchesVisible" | "visibleSellers"> & {
  hasTooManySellers: boolean;
  /** The backend did not respond, so sellers are found by recorded values only. */
  unanswered: boolean;
};

/**
 * Turns a filter into a query. A seller matches by the backend's search (present values) or by
 * recorded, maybe former values. The latter are compared only for visible sellers, so that neither
 * results nor response times reveal other sellers.
 */
export async function filterHistory(ctx: FranchiseeContext, filter: HistoryFilter): Promise<FilterQuery> {
  if (!isHistoryFiltered(filter)) return { hasTooManySellers: false, unanswered: false };
  const matches = (entry: HistoryEntry) => isOfKindAndPerson(entry, filter);
  if (filter.seller === "") return { filter, matches, hasTooManySellers: false, unanswered: false };
  const query = parseSellerQuery(new URLSearchParams({ q: filter.seller, size: String(MAX_SELLERS_FOUND) }));
  const page = await inTime(optional(ctx.sellers.list(query)), null);
  const visibleSellers = new Set(page?.sellers.map(({ id }) => id));
  return {
    filter,
    matches,
    matchesVisible: (entry) =>
      (entry.sellerId !== undefined && visibleSellers.has(entry.sellerId)) || isOfSeller(entry, filter),
    visibleSellers,
    hasTooManySellers: (page?.total ?? 0) > visibleSellers.size,
    unanswered: page === null,
  };
}
