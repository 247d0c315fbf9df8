import type { BackendFilter } from "~/domain/local-filter";
import type { FatalContradiction } from "../backend-error";

/** What the sellers backend's answers show that its configuration denies. */
export type Contradiction = BackendFilter | FatalContradiction | "everything" | "etag";

/** What to set, in the log and in `npm run doctor`. */
export const remedies: Readonly<Record<Contradiction, string>> = {
  search: "it ignores the search: set SELLERS_PARAMS=search=, or SELLERS_SEARCH=backend if it searches more fields",
  accountEnabled: "it ignores the filter by status: set SELLERS_PARAMS=accountEnabled=",
  everything: "it answers with everything: set SELLERS_PARAMS=page=,pageSize=",
  pageRepeated: "page 2 repeats page 1: set SELLERS_PARAMS=page=NAME, or SELLERS_PARAMS=page=,pageSize=",
  pageTooLong:
    "it answers with more sellers than asked for: set SELLERS_PARAMS=pageSize=NAME, or SELLERS_PARAMS=pageSize=",
  pageTooShort: "its pages are shorter than asked for: set SELLERS_PAGE_MAX",
  notPaged: "it has more sellers than one answer may hold: set SELLERS_PARAMS=page=NAME; it has to page its list",
  total: "the number of all sellers is missing or wrong: set SELLERS_TOTAL_KEY",
  ids: "sellers have no usable id: set SELLERS_LIST_KEY",
  etag: "it refused its own ETag: a proxy before it changes ETags; let it not compress the answers",
};
