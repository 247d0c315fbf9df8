import { setImmediate as immediate } from "node:timers/promises";
import type { AppFilters } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { inSlices } from "../in-slices";
import { BackendError } from "./backend-error";
import { canBackendSortAndPage, unknownFilters } from "./contract/list-contract";
import { everySeller, readAppList } from "./every-seller";
import type { ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

const BATCH_SIZE = 500;

export type Batch = {
  sellers: Seller[];
  /** How many match; it may grow from batch to batch. */
  total: number;
};

/**
 * Yields every matching seller once, in the filter's order. If the backend can't sort, the app
 * sorts up to MAX_APP_SELLERS in memory; a longer list is yielded in the backend's order. Yields
 * at least one batch, whose total the caller needs.
 * @throws BackendError; `incomplete` after the last batch, if sellers are missing
 */
export async function* matchingSellers(
  reader: ListReader,
  caller: Caller,
  filter: SellerFilter,
): AsyncGenerator<Batch, void> {
  const appFilters = unknownFilters(reader.contract);
  if (canBackendSortAndPage(reader.contract)) return yield* batchesInBackendsOrder(reader, filter, appFilters);
  const list = await listScans.run(caller, () => readAppList(reader, filter, { appFilters }));
  if (!list.isCut) {
    yield* batchesOf(await inSlices(list.index.matches(list.remainingFilter)));
    return assertComplete(list.missing);
  }
  // The list is too long for the app to sort, so it is read again from its start.
  yield* batchesInBackendsOrder(reader, filter, appFilters);
}

/** Passes the backend's pages on, or sorts its sellers if it returns them all at once. */
async function* batchesInBackendsOrder(
  reader: ListReader,
  filter: SellerFilter,
  appFilters: AppFilters,
): AsyncGenerator<Batch, void> {
  let sentCount = 0;
  for await (const part of everySeller(reader, filter, { appFilters, concurrency: 1 })) {
    if (part.kind === "everything") return yield* batchesOf(await inSlices(part.index.matches(filter)));
    if (part.kind === "end") {
      if (sentCount === 0) yield { sellers: [], total: 0 };
      return assertComplete(part.missing);
    }
    sentCount += part.sellers.length;
    if (part.sellers.length > 0) yield { sellers: part.sellers, total: Math.max(part.total ?? 0, sentCount) };
  }
}

function assertComplete(missing: number): void {
  if (missing > 0) throw new BackendError("sellers", "incomplete", { missing });
}

/** Yields at least one batch. Between two batches the process serves other requests. */
async function* batchesOf(sellers: readonly Seller[]): AsyncGenerator<Batch, void> {
  for (let at = 0; at === 0 || at < sellers.length; at += BATCH_SIZE) {
    yield { sellers: sellers.slice(at, at + BATCH_SIZE), total: sellers.length };
    await immediate();
  }
}
