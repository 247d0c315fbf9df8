import { setImmediate as immediate } from "node:timers/promises";
import { isFilteredByDate, type SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { WholePage } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import { BackendError } from "./backend-error";
import { isInBackendsOrder, unknownFilters } from "./contract/list-contract";
import { emptyDates, pageFilteredByDates } from "./dated-sellers";
import { everySeller, readAppList } from "./every-seller";
import type { ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

const BATCH_SIZE = 500;
/** A query needs a page, but only the page's `everything` is used here. */
const ANY_PAGE = { page: 1, size: 1 };

/** The list has more than MAX_APP_SELLERS, and only all of its sellers show which values repeat. */
export class ListTooLong extends Error {}

export type Batch = {
  sellers: Seller[];
  /** How many match; it may grow from batch to batch. */
  total: number;
};

/**
 * Yields every matching seller once, in order. It keeps only hashes of ids, unless the app sorts:
 * then up to MAX_APP_SELLERS sellers; a longer list comes in the backend's order.
 * @throws ListTooLong, BackendError; `incomplete` after the last batch, if sellers are missing
 */
export async function* matchingSellers(
  reader: ListReader,
  caller: Caller,
  filter: SellerFilter,
): AsyncGenerator<Batch, void> {
  const appFilters = unknownFilters(reader.contract);
  const dates = emptyDates(filter);
  // The first way reads sellers by id, if few have such dates.
  if (dates && isFilteredByDate(filter)) {
    const dated = await pageFilteredByDates(reader, { ...filter, ...ANY_PAGE }, appFilters, dates);
    if (dated.kind === "page") return yield* batchesOf(dated.page);
  }
  // The second way reads the whole list and sorts it.
  if (!isInBackendsOrder(reader.contract, filter)) {
    // A page has to come in time, but a file or a job may wait.
    const noDeadline = { appFilters, dates, until: Number.POSITIVE_INFINITY };
    const list = await listScans.run(caller, () => readAppList(reader, filter, noDeadline));
    if (!list.isCut) {
      yield* batchesOf(await inSlices(list.index.find({ ...list.remainingFilter, ...ANY_PAGE }, dates)));
      return refuseIncomplete(list.missing);
    }
    if (filter.same) throw new ListTooLong(`More than ${list.seenCount} sellers`);
  }
  // The third way passes pages on in the backend's order. It reads a list again from its start that
  // was too long for the second way.
  let sentCount = 0;
  for await (const part of everySeller(reader, filter, { concurrency: 1, appFilters, dates })) {
    if (part.kind === "everything")
      return yield* batchesOf(await inSlices(part.index.find({ ...filter, ...ANY_PAGE }, dates)));
    if (part.kind === "end") {
      if (sentCount === 0) yield { sellers: [], total: 0 };
      return refuseIncomplete(part.missing);
    }
    sentCount += part.sellers.length;
    if (part.sellers.length > 0) yield { sellers: part.sellers, total: Math.max(part.total ?? 0, sentCount) };
  }
}

function refuseIncomplete(missing: number): void {
  if (missing > 0) throw new BackendError("sellers", "incomplete", { missing });
}

/** Yields at least one batch. Between two batches the process serves other requests. */
async function* batchesOf({ everything }: WholePage): AsyncGenerator<Batch, void> {
  for (let at = 0; at === 0 || at < everything.length; at += BATCH_SIZE) {
    yield { sellers: everything.slice(at, at + BATCH_SIZE), total: everything.length };
    await immediate();
  }
}
