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
  if (isBackendsWork(reader.contract, query)) {
    const answer = await backendPage(reader, query);
    if (!("kind" in answer)) return answer;
    appFilters = new Set(answer.filters);
  }
  return listScans.run(caller, () => pageByApp(reader, query, appFilters));
}

function isBackendsWork(contract: ListContract, query: SellerQuery): boolean {
  if (!canBackendSortAndPage(contract) || !contract.params.pageSize) return false;
  return !localFilter(query, filtersWithoutParameter(contract));
}

type FiltersIgnored = Extract<JudgedPage, { kind: "filtersIgnored" }>;

/** Joins several pages of the backend: `size=100` takes two if SELLERS_PAGE_MAX is 50. */
async function backendPage(reader: ListReader, query: SellerQuery): Promise<SellerPage | FiltersIgnored> {
  const filter = backendQuery(query);
  const start = (query.page - 1) * query.size;
  const rowsPerPage = Math.min(query.size, reader.contract.maxPageSize);
  const pageNumber = Math.floor(start / rowsPerPage) + 1;
  const answer = await reader.page(filter, pageNumber, rowsPerPage);
  // Some backends refuse a page beyond the last. Then page 1 gives the total.
  const pageWithTotal = answer.kind === "refused" ? await reader.page(filter, 1, rowsPerPage) : answer;
  if (pageWithTotal.kind !== "page") return pageFromOtherAnswer(pageWithTotal, query);
  const { total } = pageWithTotal;
  const lastPage = Math.max(1, Math.ceil(total / query.size));
  if (query.page > lastPage) return backendPage(reader, { ...query, page: lastPage });
  if (answer.kind !== "page") return pageFromOtherAnswer(answer, query);
  const end = Math.min(start + query.size, total);
  const otherPages = Math.ceil(end / rowsPerPage) - pageNumber;
  const numbers = Array.from({ length: otherPages }, (_none, at) => pageNumber + 1 + at);
  const others = await Promise.all(numbers.map((number) => reader.page(filter, number, rowsPerPage)));
  const sellers = [...answer.sellers];
  for (const other of others) {
    if (other.kind !== "page") return pageFromOtherAnswer(other, query);
    sellers.push(...other.sellers);
  }
  const skipped = start - (pageNumber - 1) * rowsPerPage;
  return { sellers: sellers.slice(skipped, skipped + end - start), total, page: query.page };
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
  // An incomplete list lacks matching sellers, so it must not be passed on as `everything`.
  const { everything: _incomplete, ...resultPage } = result;
  return { ...resultPage, scannedCount: list.seenCount };
}
