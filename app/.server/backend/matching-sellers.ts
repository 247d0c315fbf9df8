import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { localFilter } from "~/domain/local-filter";
import { isFieldSort, isFilteredByDate, type SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import { datedPage, findDates, MAX_SORTED } from "./dated-sellers";
import { FilterIgnored } from "./list-client";
import type { ListReader } from "./list-reader";
import { SeenIds } from "./seen-ids";
import type { Asking } from "./sellers-backend";
import { sellersPage } from "./sellers-page";

/** Rows per call: with 1,000 an export of a million sellers takes 67 instead of 43 MB. */
const BATCH = 500;
/** A list is read again when a seller may have moved to an earlier page meanwhile. */
const MAX_ROUNDS = 2;

/** The list is too long to tell who of all shares a value. */
export class TooLong extends Error {}

export type Batch = {
  sellers: Seller[];
  /** How many match, as far as is known by now. */
  total: number;
};

/**
 * Yields every matching seller once, in order. It keeps only hashes of ids, unless the backend
 * doesn't sort: then up to MAX_SORTED sellers; above that they come in the backend's order.
 * @throws TooLong, BackendError
 */
export async function* matchingSellers(
  reader: ListReader,
  asking: Asking,
  filter: SellerFilter,
): AsyncGenerator<Batch, void> {
  if (filter.same) {
    const { sellers, scannedCount } = await sellersPage(reader, asking, { ...filter, page: 1, size: MAX_SORTED });
    if (scannedCount !== undefined) throw new TooLong(`More than ${scannedCount} sellers`);
    yield* batchesOf(sellers);
    return;
  }
  const isSorted = reader.backend.contract.params.sort !== "" && isFieldSort(filter.sort);
  const dates = await findDates(filter);
  const query = { ...filter, page: 1, size: BATCH };
  const seen = new SeenIds();
  let unsorted: Seller[] | undefined = isSorted ? undefined : [];
  let sentCount = 0;
  let isFirst = true;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const matches = localFilter(filter, reader.backend.ownFilters, dates);
    const isFresh = (seller: Seller) => seen.add(seller.id) && (!matches || matches(seller));
    const batch = (sellers: Seller[], total?: number): Batch => {
      isFirst = false;
      sentCount += sellers.length;
      return { sellers, total: matches ? sentCount : Math.max(total ?? 0, sentCount) };
    };
    let total = 0;
    let hasMoved = false;
    try {
      for await (const part of reader.parts(filter, { size: BATCH, ahead: 1 })) {
        const whole = part.whole
          ? await inSlices(part.whole.find(query, dates))
          : isFirst && isFilteredByDate(filter)
            ? await datedPage(reader, query, dates, part)
            : undefined;
        if (whole) {
          const { everything = [] } = whole;
          for await (const slice of slicesOf(everything)) {
            const sellers = slice.filter((seller) => seen.add(seller.id));
            if (sellers.length > 0 || isFirst) yield batch(sellers, everything.length);
          }
          if (isFirst) yield batch([], 0);
          return;
        }
        hasMoved ||= (part.total ?? 0) < total;
        total = part.total ?? 0;
        const sellers = part.sellers.filter(isFresh);
        unsorted?.push(...sellers);
        if (unsorted && unsorted.length <= MAX_SORTED) continue;
        const ready = unsorted ?? sellers;
        unsorted = undefined;
        if (ready.length > 0 || isFirst) yield batch(ready, total);
      }
    } catch (error) {
      if (!(error instanceof FilterIgnored)) throw error;
      // The broader query's pages start over; sellers already yielded match and aren't repeated.
      round -= 1;
      continue;
    }
    if (!hasMoved && seen.size >= total) break;
  }
  if (!unsorted) return;
  const { sort } = filter;
  const { everything = [] } = await inSlices(
    new SellerIndex(unsorted).find({ q: "", sort, page: 1, size: BATCH }, dates),
  );
  yield* batchesOf(everything);
}

async function* batchesOf(all: readonly Seller[]): AsyncGenerator<Batch, void> {
  for await (const sellers of slicesOf(all)) yield { sellers, total: all.length };
  if (all.length === 0) yield { sellers: [], total: 0 };
}

/** A long list in parts, between which other requests are served. */
async function* slicesOf(rows: readonly Seller[]): AsyncGenerator<Seller[], void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    yield rows.slice(at, at + BATCH);
    await yieldToEventLoop();
  }
}
