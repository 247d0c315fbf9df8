import { known, optional, unreachable } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { parseSellerQuery } from "~/domain/query";
import { type HistoryFilter, isFiltered, isOfKindAndPerson, isOfSeller } from "./history-filter";
import type { HistoryQuery } from "./visible-history.server";

/** Sellers that a search of the history takes from the backend, at most. */
const MAX_FOUND = 100;

export type Filtered = Pick<HistoryQuery, "matches" | "matchesShown" | "known"> & {
  /** More sellers are found than the search takes. */
  tooMany: boolean;
  /** The backend didn't say which sellers are found: only what the history itself records of a seller is. */
  unanswered: boolean;
};

/**
 * Which changes a filter lets through. A seller is found by the backend's search, which knows present values, and by the values that
 * the history recorded, which may be former ones. Recorded values are compared only once the backend has shown the seller to this
 * person (`matchesShown`), so that neither what is found nor how long it takes tells anything of other sellers.
 */
export async function filterHistory(ctx: FranchiseeContext, filter: HistoryFilter): Promise<Filtered> {
  if (!isFiltered(filter)) return { tooMany: false, unanswered: false };
  const matches = (entry: HistoryEntry) => isOfKindAndPerson(entry, filter);
  if (filter.seller === "") return { matches, tooMany: false, unanswered: false };
  const query = parseSellerQuery(new URLSearchParams({ q: filter.seller, size: String(MAX_FOUND) }));
  const page = known(await inTime(optional(ctx.sellers.list(query)), unreachable));
  const found = new Set(page?.sellers.map(({ id }) => id));
  return {
    matches,
    matchesShown: (entry) => (entry.sellerId !== undefined && found.has(entry.sellerId)) || isOfSeller(entry, filter),
    known: found,
    tooMany: (page?.total ?? 0) > found.size,
    unanswered: page === null,
  };
}
