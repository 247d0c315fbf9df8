import { env } from "~/.server/env";
import { type BackendFilter, backendQuery, localFilter } from "~/domain/local-filter";
import { isFilteredByDate, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { inSlices } from "../in-slices";
import { isInBackendsOrder, type ListContract, unknownFilters } from "./contract/list-contract";
import { datesOf, pageByDateOrder, pageInPeriods } from "./dated-sellers";
import { readAppList } from "./every-seller";
import type { JudgedPage, ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

/**
 * A page of the list: the backend's own, or made by the app of what the backend can't do
 * (docs/architecture.md §8).
 */
export async function sellersPage(reader: ListReader, caller: Caller, query: SellerQuery): Promise<SellerPage> {
  let appFilters = unknownFilters(reader.contract);
  if (isBackendsWork(reader.contract, query)) {
    const answer = await backendPage(reader, query);
    if (!("kind" in answer)) return answer;
    appFilters = new Set(answer.filters);
  }
  return listScans.run(caller, () => pageByApp(reader, query, appFilters));
}

/** Whether the backend searches, filters, sorts and pages as the query wants it. */
function isBackendsWork(contract: ListContract, query: SellerQuery): boolean {
  if (!isInBackendsOrder(contract, query) || !contract.params.pageSize || isFilteredByDate(query)) return false;
  return !localFilter(query, unknownFilters(contract));
}

type FiltersIgnored = Extract<JudgedPage, { kind: "filtersIgnored" }>;

/** Made of several of the backend's pages where its longest is shorter. */
async function backendPage(reader: ListReader, query: SellerQuery): Promise<SellerPage | FiltersIgnored> {
  const filter = backendQuery(query);
  const start = (query.page - 1) * query.size;
  const rowsPerPage = Math.min(query.size, reader.contract.maxPageSize);
  const pageNumber = Math.floor(start / rowsPerPage) + 1;
  // Page 1 shows whether the backend repeats it, and where the list ends.
  const [answer, first] = await Promise.all([
    reader.page(filter, pageNumber, rowsPerPage),
    pageNumber > 1 ? reader.page(filter, 1, 1) : undefined,
  ]);
  if (answer.kind === "filtersIgnored") return answer;
  if (answer.kind === "everything") return inSlices(answer.index.find(query));
  const total = answer.kind === "page" ? answer.total : first?.kind === "page" ? first.total : 0;
  const last = Math.max(1, Math.ceil(total / query.size));
  if (query.page > last) return backendPage(reader, { ...query, page: last });
  if (answer.kind === "refused") throw answer.error;
  // The same first row may be chance, so whole pages are compared.
  if (first?.kind === "page" && first.sellers[0]?.id === answer.sellers[0]?.id) {
    const whole = await reader.page(filter, 1, rowsPerPage);
    if (whole.kind === "page") reader.assertNotRepeated(whole, answer);
  }
  const end = Math.min(start + query.size, total);
  const count = Math.ceil(end / rowsPerPage) - pageNumber;
  const numbers = Array.from({ length: count }, (_none, n) => pageNumber + 1 + n);
  const others = await Promise.all(numbers.map((number) => reader.page(filter, number, rowsPerPage)));
  const sellers = [...answer.sellers];
  for (const other of others) {
    if (other.kind === "filtersIgnored") return other;
    if (other.kind === "everything") return inSlices(other.index.find(query));
    if (other.kind === "refused") throw other.error;
    sellers.push(...other.sellers);
  }
  const skipped = start - (pageNumber - 1) * rowsPerPage;
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
  const findDated = isFilteredByDate(query) ? pageInPeriods : pageByDateOrder;
  const dated = await findDated(reader, query, appFilters, dates);
  if (dated) return dated;
  const until = performance.now() + env().BACKEND_TIMEOUT_MS;
  const list = await readAppList(reader, query, { appFilters, dates, until });
  const found = await inSlices(list.index.find({ ...list.remainingFilter, page, size }, dates));
  if (!list.isCut && list.missing === 0) return found;
  const { everything: _incomplete, ...counted } = found;
  return { ...counted, scannedCount: list.seenCount };
}
