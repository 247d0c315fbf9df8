import { setImmediate as immediate } from "node:timers/promises";
import { isFilteredByDate, type SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { WholePage } from "~/domain/seller-index";
import { inSlices } from "../in-slices";
import { BackendError } from "./backend-error";
import { isInBackendsOrder, unknownFilters } from "./contract/list-contract";
import { datesOf, pageInPeriods } from "./dated-sellers";
import { everySeller, readAppList } from "./every-seller";
import type { ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

const BATCH_SIZE = 500;
const FIRST = { page: 1, size: BATCH_SIZE };

/** A list of more than MAX_APP_SELLERS can't be searched for values that sellers share. */
export class ListTooLong extends Error {}

export type Batch = {
  sellers: Seller[];
  /** How many match, as far as the backend has told yet. */
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
  const dates = datesOf(filter);
  if (isFilteredByDate(filter)) {
    const dated = await pageInPeriods(reader, { ...filter, ...FIRST }, appFilters, dates);
    if (dated.kind === "page") return yield* batchesOf(dated.page);
  }
  if (!isInBackendsOrder(reader.contract, filter)) {
    const until = Number.POSITIVE_INFINITY;
    const list = await listScans.run(caller, () => readAppList(reader, filter, { appFilters, dates, until }));
    if (!list.isCut) {
      yield* batchesOf(await inSlices(list.index.find({ ...list.remainingFilter, ...FIRST }, dates)));
      return refuseIncomplete(list.missing);
    }
    if (filter.same) throw new ListTooLong(`More than ${list.seenCount} sellers`);
  }
  let sentCount = 0;
  for await (const part of everySeller(reader, filter, { concurrency: 1, appFilters, dates })) {
    if (part.kind === "everything")
      return yield* batchesOf(await inSlices(part.index.find({ ...filter, ...FIRST }, dates)));
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
