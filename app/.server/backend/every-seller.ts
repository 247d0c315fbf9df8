import { createHash } from "node:crypto";
import { type AppFilters, backendQuery, localFilter } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { MAX_APP_SELLERS } from "./contract/list-contract";
import type { ListReader } from "./list-reader";

export type ReadPart =
  /** The backend answered with all sellers at once, unfiltered and unsorted. */
  | { kind: "everything"; index: SellerIndex }
  | {
      kind: "sellers";
      /** The matching sellers of a page that were on no earlier page. */
      sellers: Seller[];
      /** Number of matching sellers; absent if the app filters, too. */
      total?: number;
      /** The backend's total, which doesn't consider the app's filters. */
      listTotal: number;
      /** How many of `listTotal` have been read so far. */
      seenCount: number;
    }
  /** `missing`: at least so many sellers of the list were on no page. */
  | { kind: "end"; missing: number };

type ReadOptions = {
  appFilters: AppFilters;
  concurrency: number;
  seenHashes?: Set<number>;
};

/** Yields each matching seller once. Sellers can be missing if the list changes meanwhile. */
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
    // The list has become shorter, so this page no longer exists.
    if (page.kind === "refused") break;
    // Start again, with the app applying these filters. `seenHashes` skips the yielded sellers.
    if (page.kind === "filtersIgnored") {
      const widerOptions = { concurrency, appFilters: new Set([...appFilters, ...page.filters]), seenHashes };
      return yield* everySeller(reader, filter, widerOptions);
    }
    // If the total falls, sellers may be missed. For example, a seller of page 1 is removed after
    // page 1 was read: the first seller of page 2 moves to page 1, which isn't read again.
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
  // `total - seenHashes.size` alone may be too low: a seller that was read and then removed is
  // still in `seenHashes`, but no longer in `total`, and so makes up for a missed one.
  yield { kind: "end", missing: Math.max(0, missedByShift, total - seenHashes.size) };
}

function takeUnseen(sellers: readonly Seller[], seenHashes: Set<number>): Seller[] {
  return sellers.filter(({ id }) => {
    const hash = hashOf(id);
    const isUnseen = !seenHashes.has(hash);
    seenHashes.add(hash);
    return isUnseen;
  });
}

// 53 bits of SHA-256, because a million ids take 100 MB and their hashes 40 MB. If two hashes are
// equal (1 in 18,000 for a million ids), one of the two sellers counts as missing.
function hashOf(id: string): number {
  const digest = createHash("sha256").update(id).digest();
  return digest.readUInt32LE() * 2 ** 21 + (digest.readUInt32LE(4) % 2 ** 21);
}

export type AppList = {
  index: SellerIndex;
  /** What `index` still has to filter and sort. */
  remainingFilter: SellerFilter;
  /** Number of sellers that were read, matching or not. */
  seenCount: number;
  /** The list has more than MAX_APP_SELLERS, or reading it took too long. */
  isCut: boolean;
  missing: number;
};

// Reads a list to its end or to MAX_APP_SELLERS, so that the app can filter and sort it. Pages also
// set `stopAt`, a time of `performance.now()`; exports and jobs may take longer.
export async function readAppList(
  reader: ListReader,
  filter: SellerFilter,
  { appFilters, stopAt = Number.POSITIVE_INFINITY }: { appFilters: AppFilters; stopAt?: number },
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
    const isTooMuch = part.seenCount >= MAX_APP_SELLERS || performance.now() > stopAt;
    progress.isCut = isTooMuch && part.seenCount < part.listTotal;
    if (progress.isCut) break;
  }
  // `q` is empty, because `rows` match already. Searching them again could drop sellers that the
  // backend found by a field that the app doesn't know.
  return { index: new SellerIndex(rows), remainingFilter: { q: "", sort: filter.sort }, ...progress };
}
