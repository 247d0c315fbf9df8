import type { LogQuery } from "~/.server/store/store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { listHistory } from "~/sellers/write/history-journal.server";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { ShownSellers } from "./shown-sellers.server";

/*
 * Who may see a seller is the backend's to say, and so is who may see its history (docs/product.md §6). An entry is shown to
 * whoever made it, and to whom the backend shows its seller now.
 */

/** Entries that are read from the history at once; more where a filter leaves most of them out. */
const BATCH = 20;
const BATCH_FILTERED = 100;

type Viewer = Pick<FranchiseeContext, "session" | "sellers">;

/** Which changes are looked for. */
export type HistoryQuery = Omit<LogQuery, "limit"> & {
  /** Of this seller only. */
  sellerId?: string;
  /** A filter that is applied before the backend is asked, so it must not use what only the backend may tell of a seller. */
  matches?: (entry: HistoryEntry) => boolean;
  /** A filter that is applied to what the person may see, so it may use everything. */
  matchesShown?: (entry: HistoryEntry) => boolean;
  /** Sellers that the backend has just shown this person. */
  known?: ReadonlySet<string>;
};

/** How much a page may show, read and ask for. */
type Reach = {
  /** Entries that it shows; those that `rowOf` puts together count once. */
  entries: number;
  rowOf?: (entry: HistoryEntry) => string;
  /** Entries that it looks at, those that it doesn't show among them. */
  looked: number;
  /** Sellers that the backend is asked for. */
  asked: number;
  /** When `asked` is used up: end the page there and let the next one go on, or go on with the person's own changes. */
  beyond: "next page" | "own";
};

export type VisibleHistory = {
  /** Newest first; writes that are being sent are told as `inFlight`. */
  entries: HistoryEntry[];
  /** A write is in flight, or a job with changes here is running: there may soon be more. */
  isLive: boolean;
  /** The `before` of the next, older page; absent on the last one. */
  older?: string;
  /** Of some sellers the backend didn't say: what isn't the person's own is left out. */
  unanswered: boolean;
  /** Of some sellers nobody asked any more, and their changes are left out. */
  omitted: boolean;
};

/**
 * The changes of all sellers, or of one, as far as this person may see them.
 * @throws StoreUnavailable
 */
export async function visibleHistory(viewer: Viewer, query: HistoryQuery, reach: Reach): Promise<VisibleHistory> {
  const stored = await readVisible(viewer, query, reach);
  const active = await activeJobs(stored.entries);
  const entries = stored.entries.map((entry) => markInFlight(entry, active));
  return { ...stored, entries, isLive: active.size > 0 || entries.some(({ outcome }) => outcome === "inFlight") };
}

async function readVisible(
  viewer: Viewer,
  { matches, matchesShown, known, ...range }: HistoryQuery,
  reach: Reach,
): Promise<Omit<VisibleHistory, "isLive">> {
  const shown = new ShownSellers(viewer, reach.asked);
  const limit = matches || matchesShown ? BATCH_FILTERED : BATCH;
  const isGiven = (entry: HistoryEntry) =>
    isOwn(entry, viewer) || (entry.sellerId !== undefined && known?.has(entry.sellerId) === true);
  const isBeyond = (entry: HistoryEntry) =>
    !isGiven(entry) && entry.sellerId !== undefined && shown.isBeyond(entry.sellerId);
  const isShown = (entry: HistoryEntry) =>
    isGiven(entry) || (entry.sellerId !== undefined && shown.shows(entry.sellerId));
  const found: HistoryEntry[] = [];
  const rows = new Set<string>();
  const rowOf = reach.rowOf ?? (({ id }: HistoryEntry) => id);
  let before = range.before;
  let omitted = false;
  const page = (older?: string) => ({ entries: found, older, unanswered: shown.unanswered, omitted });
  for (let looked = 0; looked < reach.looked; looked += limit) {
    const { entries, places, older } = await listHistory({ ...range, before, limit });
    const fits = entries.map((entry) => !matches || matches(entry));
    await shown.ask(entries.flatMap((entry, at) => (fits[at] && !isGiven(entry) ? (entry.sellerId ?? []) : [])));
    for (const [at, entry] of entries.entries()) {
      if (fits[at] && isBeyond(entry)) {
        if (reach.beyond === "next page") return page(before);
        omitted = true;
      }
      if (fits[at] && isShown(entry) && (!matchesShown || matchesShown(entry))) {
        const row = rowOf(entry);
        if (rows.size === reach.entries && !rows.has(row)) return page(before);
        rows.add(row);
        found.push(entry);
      }
      before = places[at];
    }
    if (older === undefined) return page();
    before = older;
  }
  return page(before);
}

/** Whether one entry may be shown to this person. Never by default: not if the backend doesn't answer either. */
export async function isVisible(entry: HistoryEntry, viewer: Viewer): Promise<boolean> {
  if (isOwn(entry, viewer) || !entry.sellerId) return isOwn(entry, viewer);
  const shown = new ShownSellers(viewer, 1);
  await shown.ask([entry.sellerId]);
  return shown.shows(entry.sellerId);
}

export function isOwn({ by }: HistoryEntry, { session }: Pick<Viewer, "session">): boolean {
  return by.sub === session.sub;
}
