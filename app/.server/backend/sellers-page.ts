import { env } from "~/.server/env";
import { type AppFilters, backendQuery, localFilter } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { inSlices } from "../in-slices";
import { canBackendSortAndPage, filtersWithoutParameter, type ListContract } from "./contract/list-contract";
import { readAppList } from "./every-seller";
import { contractError, type JudgedPage, type ListReader } from "./list-reader";
import { type Caller, listScans } from "./scan-slots";

/** The app makes the page itself if the backend can't search, sort and page as the query needs. */
export async function sellersPage(reader: ListReader, caller: Caller, query: SellerQuery): Promise<SellerPage> {
  let appFilters = filtersWithoutParameter(reader.contract);
  if (canBackendMakePage(reader.contract, query)) {
    const answer = await backendPage(reader, query);
    const isPage = !("kind" in answer);
    if (isPage) return answer;
    appFilters = new Set(answer.filters);
  }
  return listScans.run(caller, () => pageByApp(reader, query, appFilters));
}

function canBackendMakePage(contract: ListContract, query: SellerQuery): boolean {
  if (!canBackendSortAndPage(contract) || !contract.params.pageSize) return false;
  return !localFilter(query, filtersWithoutParameter(contract));
}

type FiltersIgnored = Extract<JudgedPage, { kind: "filtersIgnored" }>;

// Joins several pages of the backend: `size=100` takes two if SELLERS_PAGE_MAX is 50. `firstCall`
// and `lastCall` are numbers of the backend's pages, `page` and `lastPage` of the app's.
async function backendPage(reader: ListReader, query: SellerQuery): Promise<SellerPage | FiltersIgnored> {
  const rowsPerCall = Math.min(query.size, reader.contract.maxPageSize);
  const readPage = (page: number) => reader.page(backendQuery(query), page, rowsPerCall);
  const firstRow = (query.page - 1) * query.size;
  const firstCall = Math.floor(firstRow / rowsPerCall) + 1;
  const first = await readPage(firstCall);
  // Some backends refuse a page beyond the last. Then page 1 gives the total.
  const pageWithTotal = first.kind === "refused" ? await readPage(1) : first;
  if (pageWithTotal.kind !== "page") return pageFromOtherAnswer(pageWithTotal, query);
  const { total } = pageWithTotal;
  const lastPage = Math.max(1, Math.ceil(total / query.size));
  if (query.page > lastPage) return backendPage(reader, { ...query, page: lastPage });
  if (first.kind !== "page") return pageFromOtherAnswer(first, query);
  const endRow = Math.min(firstRow + query.size, total);
  const lastCall = Math.ceil(endRow / rowsPerCall);
  const otherCalls = Array.from({ length: lastCall - firstCall }, (_none, at) => firstCall + 1 + at);
  const sellers = [...first.sellers];
  for (const other of await Promise.all(otherCalls.map(readPage))) {
    if (other.kind !== "page") return pageFromOtherAnswer(other, query);
    sellers.push(...other.sellers);
  }
  const skipped = firstRow % rowsPerCall;
  return { sellers: sellers.slice(skipped, skipped + endRow - firstRow), total, page: query.page };
}

async function pageFromOtherAnswer(
  answer: Exclude<JudgedPage, { kind: "page" }>,
  query: SellerQuery,
): Promise<SellerPage | FiltersIgnored> {
  if (answer.kind === "refused") throw contractError("query", answer.error);
  return answer.kind === "everything" ? inSlices(answer.index.find(query)) : answer;
}

async function pageByApp(reader: ListReader, query: SellerQuery, appFilters: AppFilters): Promise<SellerPage> {
  const { page, size } = query;
  const stopAt = performance.now() + env().BACKEND_TIMEOUT_MS;
  const list = await readAppList(reader, query, { appFilters, stopAt });
  const result = await inSlices(list.index.find({ ...list.remainingFilter, page, size }));
  if (!list.isCut && list.missing === 0) return result;
  // Drops `allMatches`, by which a seller's page links the previous and the next seller, because
  // this list lacks some.
  const { allMatches: _incomplete, ...resultPage } = result;
  return { ...resultPage, scannedCount: list.seenCount };
}
