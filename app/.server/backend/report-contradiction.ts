import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import type { BackendFilter } from "~/domain/local-filter";
import type { FatalContradiction } from "./backend-error";

/** The ways in which the sellers backend's answers contradict our configuration. */
export type Contradiction = BackendFilter | FatalContradiction | "everything" | "etag";

/** The log says what to set. */
const remedies: Readonly<Record<Contradiction, string>> = {
  search: "it ignores the search: set SELLERS_PARAMS=search=, or SELLERS_SEARCH=backend if it searches more fields",
  accountEnabled: "it ignores the filter by status: set SELLERS_PARAMS=accountEnabled=",
  everything: "it answers with everything: set SELLERS_PARAMS=page=,pageSize=",
  pageTooLong:
    "it answers with more sellers than asked for: set SELLERS_PARAMS=pageSize=NAME, or SELLERS_PARAMS=pageSize=",
  pageTooShort: "its pages are shorter than asked for: set SELLERS_PAGE_MAX",
  notPaged: "it has more sellers than one answer may hold: set SELLERS_PARAMS=page=NAME; it has to page its list",
  total:
    "the number of all sellers is missing or wrong: set SELLERS_TOTAL_KEY, or SELLERS_PARAMS=page=,pageSize= if it answers with everything",
  ids: "sellers have no usable id: set SELLERS_LIST_KEY",
  etag: "it refused its own ETag: a proxy in front of it changes ETags; let that not compress the answers",
};

/** Logs and counts a contradiction. */
export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
}
