import { createHash } from "node:crypto";
import { type AppFilters, backendQuery, localFilter } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { MAX_APP_SELLERS } from "./contract/list-contract";
import type { ListReader } from "./list-reader";

export type ReadPart =
  /** The backend answered with everything at once, unsearched and unsorted. */
  | { kind: "everything"; index: SellerIndex }
  /**
   * The page's matching sellers that no earlier page held. `total` is known if the backend alone
   * filters. `listTotal` and `seenCount` count sellers of the list as the backend filters it.
   */
  | { kind: "sellers"; sellers: Seller[]; total?: number; listTotal: number; seenCount: number }
  /** `missing` counts sellers of the list that no page held, as far as its totals tell. */
  | { kind: "end"; missing: number };

type ReadOptions = {
  appFilters: AppFilters;
  concurrency: number;
  /** Hashes of the ids that were read already; each page adds its own. */
  seenHashes?: Set<number>;
};

/**
 * Yields all matching sellers, each once, in the backend's order. If the list changes meanwhile, or
 * its order isn't stable, pages overlap and miss sellers, who are counted at the end.
 */
export async function* everySeller(
  reader: ListReader,
  filter: SellerFilter,
  { concurrency, appFilters, seenHashes = new Set() }: ReadOptions,
): AsyncGenerator<ReadPart, void> {
  const query = backendQuery(filter, appFilters);
  const matches = localFilter(filter, appFilters);
  let total = 0;
  let missedByShift = 0;
  for await (const page of reader.pages(query, concurrency)) {
    if (page.kind === "everything") return yield page;
    // Only a later page is refused here, when the list has become shorter.
    if (page.kind === "refused") break;
    // The app applies these filters from now on; `seenHashes` leaves out what was yielded.
    if (page.kind === "filtersIgnored") {
      const wider = { concurrency, appFilters: new Set([...appFilters, ...page.filters]), seenHashes };
      return yield* everySeller(reader, filter, wider);
    }
    // If a seller of a page already read is removed, the later ones move up by one place: the first
    // unread one is on that page now, and is missed.
    missedByShift += Math.max(0, total - page.total);
    total = page.total;
    const unseen = takeUnseen(page.sellers, seenHashes);
    const sellers = matches ? unseen.filter(matches) : unseen;
    yield {
      kind: "sellers",
      sellers,
      total: matches ? undefined : total,
      listTotal: total,
      seenCount: seenHashes.size,
    };
  }
  // The difference alone may be too low: a removed seller is in `seenHashes`, but not in `total`.
  yield { kind: "end", missing: Math.max(0, missedByShift, total - seenHashes.size) };
}

/** Returns the sellers without those in `seenHashes`, and adds them there. */
function takeUnseen(sellers: readonly Seller[], seenHashes: Set<number>): Seller[] {
  return sellers.filter(({ id }) => {
    const hash = hashOf(id);
    const isUnseen = !seenHashes.has(hash);
    seenHashes.add(hash);
    return isUnseen;
  });
}

/**
 * 53 bits of SHA-256: a million hashes take 40 MB, a million ids 100. Two of a million collide with
 * a probability of 1 in 18,000; one of them then counts as missing.
 */
function hashOf(id: string): number {
  const digest = createHash("sha256").update(id).digest();
  return digest.readUInt32LE() * 2 ** 21 + (digest.readUInt32LE(4) % 2 ** 21);
}

/** The sellers of a list that the app itself sorts and pages. */
export type AppList = {
  index: SellerIndex;
  /** The part of the filter that `index` must still apply. */
  remainingFilter: SellerFilter;
  /** Sellers that were read, of whom not all may match. */
  seenCount: number;
  /** Set if the list has more than MAX_APP_SELLERS, or reading took too long. */
  isCut: boolean;
  /** How many sellers didn't come, although the list's totals count them. */
  missing: number;
};

/**
 * Reads a list that the app sorts and pages, up to MAX_APP_SELLERS.
 * @param until a time of `performance.now()`, after which reading stops; exports and jobs may wait
 * @throws BackendError
 */
export async function readAppList(
  reader: ListReader,
  filter: SellerFilter,
  { appFilters, until = Number.POSITIVE_INFINITY }: { appFilters: AppFilters; until?: number },
): Promise<AppList> {
  const rows: Seller[] = [];
  const progress = { seenCount: 0, isCut: false, missing: 0 };
  for await (const part of everySeller(reader, filter, { concurrency: 4, appFilters })) {
    if (part.kind === "everything") return { index: part.index, remainingFilter: filter, ...progress };
    if (part.kind === "end") {
      progress.missing = part.missing;
      break;
    }
    rows.push(...part.sellers);
    progress.seenCount = part.seenCount;
    const isTooMuch = part.seenCount >= MAX_APP_SELLERS || performance.now() > until;
    progress.isCut = isTooMuch && part.seenCount < part.listTotal;
    if (progress.isCut) break;
  }
  // The rows match already: searching again could drop what only the backend's own search finds.
  return { index: new SellerIndex(rows), remainingFilter: { q: "", sort: filter.sort }, ...progress };
}
