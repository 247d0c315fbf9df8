import type { BackendFilter } from "~/domain/local-filter";

/** Contradictions between our configuration and a list answer that make the answer unusable. */
export type FatalContradiction =
  | "address"
  | "query"
  | "list"
  | "ids"
  | "total"
  | "pageTooLong"
  | "pageTooShort"
  | "notPaged";

/** The app works around the other contradictions, and only reports them. */
export type Contradiction = BackendFilter | FatalContradiction | "everything" | "etag";

/** What the operator has to change; the log, `npm run contract` and `npm run doctor` print it. */
export const remedies: Readonly<Record<Contradiction, string>> = {
  address: "it has no list of sellers (404): set SELLERS_API_URL",
  query: "it refuses the list's query (400, 422): set SELLERS_PARAMS, SELLERS_SORT or SELLERS_PAGE_MAX",
  list: "its response holds no list of sellers: set SELLERS_LIST_KEY",
  ids: "sellers have no usable id: set SELLERS_LIST_KEY",
  total:
    "the number of all sellers is missing or wrong: set SELLERS_TOTAL_KEY, or SELLERS_PARAMS=page=,pageSize= if it answers with everything",
  pageTooLong:
    "it answers with more sellers than asked for: set SELLERS_PARAMS=pageSize=NAME, or SELLERS_PARAMS=pageSize=",
  pageTooShort: "its pages are shorter than asked for: set SELLERS_PAGE_MAX",
  notPaged: "it has more sellers than one answer may hold: set SELLERS_PARAMS=page=NAME; it has to page its list",
  search: "it ignores the search: set SELLERS_PARAMS=search=, or SELLERS_SEARCH=backend if it searches more fields",
  accountEnabled: "it ignores the filter by status: set SELLERS_PARAMS=accountEnabled=",
  everything: "it answers with everything: set SELLERS_PARAMS=page=,pageSize=",
  etag: "it refused its own ETag: a proxy in front of it changes ETags; let that not compress the answers",
};
