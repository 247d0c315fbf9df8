import type { Env } from "~/.server/env";
import type { AppFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";

export const listParameters = ["search", "accountEnabled", "sort", "page", "pageSize"] as const;
export type ListParameter = (typeof listParameters)[number];

export type ListContract = Readonly<{
  /** The backend's name of each parameter; empty if the backend has no such parameter. */
  params: Readonly<Record<ListParameter, string>>;
  /** What `page` means: the page's number, or the number of sellers to skip (`$skip=40`). */
  paging: "number" | "offset";
  firstPage: number;
  /** A descending order is `-mpk` (sign), `mpk desc` (suffix) or `mpk,desc` (comma). */
  sort: SortNotation | "none";
  /** A separate parameter for the direction, as in `_sort=mpk&_order=desc`; empty if none. */
  directionParam: string;
  /** The answer's field with the sellers, or its path, such as `data.items`. */
  listKey: string;
  /** The answer's field with the number of all sellers, or its path, such as `meta.total`. */
  totalKey: string;
  maxPageSize: number;
}>;

export type SortNotation = "sign" | "suffix" | "comma";

type ListVariables =
  | "SELLERS_PARAMS"
  | "SELLERS_FIRST_PAGE"
  | "SELLERS_SORT"
  | "SELLERS_LIST_KEY"
  | "SELLERS_TOTAL_KEY"
  | "SELLERS_PAGE_MAX";

export function listContractOf(env: Pick<Env, ListVariables>): ListContract {
  return {
    ...env.SELLERS_PARAMS,
    params: { ...env.SELLERS_PARAMS.params, ...(env.SELLERS_SORT === "none" ? { sort: "" } : {}) },
    firstPage: env.SELLERS_FIRST_PAGE,
    sort: env.SELLERS_SORT,
    listKey: env.SELLERS_LIST_KEY,
    totalKey: env.SELLERS_TOTAL_KEY,
    maxPageSize: env.SELLERS_PAGE_MAX,
  };
}

export function canBackendSortAndPage({ params }: ListContract): boolean {
  return params.page !== "" && params.sort !== "";
}

export function filtersWithoutParameter({ params }: ListContract): AppFilters {
  return new Set((["search", "accountEnabled"] as const).filter((filter) => !params[filter]));
}

export type ListRequest = Pick<SellerQuery, "q" | "status" | "sort" | "page" | "size">;

/** The most sellers in one answer, and the most that the app filters and sorts. */
export const MAX_APP_SELLERS = 20_000;

/** The most sellers that are read one by one for one request. */
export const MAX_BY_ID = 1_000;

export function printListRequest(contract: ListContract, request: ListRequest): URLSearchParams {
  const { q, status, sort, page, size } = request;
  const { pageSize } = contract.params;
  // Without pages: asks for one seller more than the app accepts, so that a longer list is noticed.
  if (!contract.params.page) return new URLSearchParams(pageSize ? { [pageSize]: String(MAX_APP_SELLERS + 1) } : {});
  const values: Record<ListParameter, string | undefined> = {
    search: q || undefined,
    accountEnabled: status && String(status === "active"),
    sort: printSort(contract, sort),
    page: String(contract.paging === "offset" ? (page - 1) * size : page - 1 + contract.firstPage),
    pageSize: String(size),
  };
  const query = new URLSearchParams();
  for (const parameter of listParameters) {
    const value = values[parameter];
    if (contract.params[parameter] && value !== undefined) query.set(contract.params[parameter], value);
  }
  if (contract.params.sort && contract.directionParam) {
    query.set(contract.directionParam, sort.startsWith("-") ? "desc" : "asc");
  }
  // OData sends its count, `@odata.count` or `@count`, only on request (URL Conventions §5.1.7).
  if (/^@(odata\.)?count$/.test(contract.totalKey)) query.set("$count", "true");
  return query;
}

function printSort({ sort: notation, directionParam }: ListContract, sort: ListRequest["sort"]): string {
  if (!sort.startsWith("-")) return sort;
  const field = sort.slice(1);
  if (directionParam) return field;
  if (notation === "sign") return sort;
  return notation === "suffix" ? `${field} desc` : `${field},desc`;
}
