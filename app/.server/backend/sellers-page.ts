import { env } from "~/.server/env";
import { type BackendFilter, backendQuery, localFilter } from "~/domain/local-filter";
import { isFieldSort, isFilteredByDate, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { inSlices } from "../in-slices";
import { readAppList } from "./app-list";
import { type ListContract, unknownFilters } from "./contract/list-contract";
import { datedPage, datesOf } from "./dated-sellers";
import type { ListReader } from "./list-reader";
import { type Asking, listScans } from "./scan-slots";

/**
 * A page of the list: the backend's own, or made by the app of what the backend can't do
 * (docs/architecture.md §8).
 */
export async function sellersPage(reader: ListReader, asking: Asking, query: SellerQuery): Promise<SellerPage> {
  let appFilters = unknownFilters(reader.contract);
  if (isBackendsWork(reader.contract, query)) {
    const page = await backendPage(reader, query);
    if (!("ignored" in page)) return page;
    appFilters = new Set(page.ignored);
  }
  return listScans.run(asking, () => pageByApp(reader, query, appFilters));
}

/** Whether the backend searches, filters, sorts and pages as the query wants it. */
function isBackendsWork(contract: ListContract, query: SellerQuery): boolean {
  const { sort, page, pageSize } = contract.params;
  if (!page || !pageSize || !sort || !isFieldSort(query.sort) || isFilteredByDate(query)) return false;
  return query.same === undefined && !localFilter(query, unknownFilters(contract));
}

/** Made of several of the backend's pages where its longest is shorter. */
async function backendPage(
  reader: ListReader,
  query: SellerQuery,
): Promise<SellerPage | { ignored: readonly BackendFilter[] }> {
  const filter = backendQuery(query);
  const start = (query.page - 1) * query.size;
  const length = Math.min(query.size, reader.contract.maxPageSize);
  const at = Math.floor(start / length) + 1;
  // Page 1 shows whether the backend repeats it, and where the list ends.
  const [page, first] = await Promise.all([
    reader.page(filter, at, length),
    at > 1 ? reader.page(filter, 1, 1) : undefined,
  ]);
  if (page.kind === "filtersIgnored") return { ignored: page.filters };
  if (page.kind === "everything") return inSlices(page.index.find(query));
  const total = page.kind === "page" ? page.total : first?.kind === "page" ? first.total : 0;
  const last = Math.max(1, Math.ceil(total / query.size));
  if (query.page > last) return backendPage(reader, { ...query, page: last });
  if (page.kind === "refused") throw page.error;
  if (first?.kind === "page" && first.sellers[0]?.id === page.sellers[0]?.id) {
    const whole = await reader.page(filter, 1, length);
    if (whole.kind === "page") reader.refuseRepetition(whole, page);
  }
  const end = Math.min(start + query.size, total);
  const numbers = Array.from({ length: Math.ceil(end / length) - at }, (_none, n) => at + 1 + n);
  const others = await Promise.all(numbers.map((number) => reader.page(filter, number, length)));
  const sellers = [...page.sellers];
  for (const other of others) {
    if (other.kind === "filtersIgnored") return { ignored: other.filters };
    if (other.kind === "everything") return inSlices(other.index.find(query));
    if (other.kind === "refused") throw other.error;
    sellers.push(...other.sellers);
  }
  const skipped = start - (at - 1) * length;
  return { sellers: sellers.slice(skipped, skipped + end - start), total, page: query.page };
}

/** Reads all who may match, and filters, sorts and pages them. */
async function pageByApp(
  reader: ListReader,
  query: SellerQuery,
  appFilters: ReadonlySet<BackendFilter>,
): Promise<SellerPage> {
  const { page, size } = query;
  const dates = datesOf(query);
  const dated = await datedPage(reader, query, appFilters, dates);
  if (dated) return dated;
  const until = performance.now() + env().BACKEND_TIMEOUT_MS;
  const list = await readAppList(reader, query, { appFilters, dates, until });
  const found = await inSlices(list.index.find({ ...list.remainingFilter, page, size }, dates));
  if (!list.isCut && list.missing === 0) return found;
  const { everything: _incomplete, ...counted } = found;
  return { ...counted, scannedCount: list.seenCount };
}
