import { known, optional, unreachable } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { parseSellerQuery } from "~/sellers/query";
import { type HistoryFilter, isFiltered, isOfKindAndPerson, isOfSeller } from "./history-filter";
import { type HistoryQuery, isOwn } from "./visible-history.server";

/** Sellers that a search of the history takes from the backend, at most. */
const MAX_FOUND = 100;

export type Filtered = Pick<HistoryQuery, "matches" | "known"> & {
  /** More sellers are found than the search takes. */
  tooMany: boolean;
  /** The backend didn't say which sellers are found: only the person's own changes are. */
  unanswered: boolean;
};

/**
 * Which changes a filter lets through. Sellers are searched for by the backend, with the person's own token: so what
 * it doesn't show them can't be guessed at by what a search finds, nor by how long it takes. Of what they did themselves
 * the history's own words count, too.
 */
export async function filterHistory(ctx: FranchiseeContext, filter: HistoryFilter): Promise<Filtered> {
  if (!isFiltered(filter)) return { tooMany: false, unanswered: false };
  if (filter.seller === "") {
    return { matches: (entry) => isOfKindAndPerson(entry, filter), tooMany: false, unanswered: false };
  }
  const query = parseSellerQuery(new URLSearchParams({ q: filter.seller, size: String(MAX_FOUND) }));
  const page = known(await inTime(optional(ctx.sellers.list(query)), unreachable));
  const found = new Set(page?.sellers.map(({ id }) => id));
  return {
    matches: (entry) =>
      isOfKindAndPerson(entry, filter) &&
      ((entry.sellerId !== undefined && found.has(entry.sellerId)) || (isOwn(entry, ctx) && isOfSeller(entry, filter))),
    known: found,
    tooMany: (page?.total ?? 0) > found.size,
    unanswered: page === null,
  };
}
