import { setImmediate as immediate } from "node:timers/promises";
import type { AppFilters } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { inSlices } from "../in-slices";
import { BackendError } from "./backend-error";
import { canBackendSortAndPage, filtersWithoutParameter } from "./contract/list-contract";
import { everySeller, readAppList } from "./every-seller";
import type { ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

const BATCH_SIZE = 500;

export type Batch = {
  sellers: Seller[];
  /** Number of all matching sellers; a later batch may have a larger `total`. */
  total: number;
};

// Yields every matching seller once. If the backend can't sort, the app sorts up to 20,000 sellers.
// An empty list is one empty batch. If sellers are missing, it throws `incomplete` at the end.
export async function* matchingSellers(
  reader: ListReader,
  caller: Caller,
  filter: SellerFilter,
): AsyncGenerator<Batch, void> {
  const appFilters = filtersWithoutParameter(reader.contract);
  if (canBackendSortAndPage(reader.contract)) return yield* batchesInBackendsOrder(reader, filter, appFilters);
  const list = await listScans.run(caller, () => readAppList(reader, filter, { appFilters }));
  if (!list.isCut) {
    yield* batchesOf(await inSlices(list.index.matches(list.remainingFilter)));
    return assertComplete(list.missing);
  }
  // The list is too long for the app to sort, so it is read again from its start.
  yield* batchesInBackendsOrder(reader, filter, appFilters);
}

async function* batchesInBackendsOrder(
  reader: ListReader,
  filter: SellerFilter,
  appFilters: AppFilters,
): AsyncGenerator<Batch, void> {
  let yieldedCount = 0;
  for await (const part of everySeller(reader, filter, { appFilters, concurrency: 1 })) {
    if (part.kind === "everything") return yield* batchesOf(await inSlices(part.index.matches(filter)));
    if (part.kind === "end") {
      if (yieldedCount === 0) yield { sellers: [], total: 0 };
      return assertComplete(part.missing);
    }
    yieldedCount += part.sellers.length;
    if (part.sellers.length > 0) yield { sellers: part.sellers, total: Math.max(part.total ?? 0, yieldedCount) };
  }
}

function assertComplete(missing: number): void {
  if (missing > 0) throw new BackendError("sellers", "incomplete", { missing });
}

async function* batchesOf(sellers: readonly Seller[]): AsyncGenerator<Batch, void> {
  for (let at = 0; at === 0 || at < sellers.length; at += BATCH_SIZE) {
    yield { sellers: sellers.slice(at, at + BATCH_SIZE), total: sellers.length };
    // Between two batches the process serves other requests.
    await immediate();
  }
}
