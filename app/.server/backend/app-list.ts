import type { BackendFilter } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import type { Dates } from "~/domain/seller-moments";
import { MAX_APP_SELLERS } from "./contract/list-contract";
import { everySeller } from "./every-seller";
import type { ListReader } from "./list-reader";

/** The sellers of a list that the app itself sorts and pages. */
export type AppList = {
  index: SellerIndex;
  /** The part of the filter that `index` must still apply. */
  remainingFilter: SellerFilter;
  /** Sellers that were read, of whom not all may match. */
  seenCount: number;
  /** Set if the list has more than MAX_APP_SELLERS, or reading took too long. */
  isCut: boolean;
  /** How many sellers didn't come, although the list's totals count them. */
  missing: number;
};

/**
 * Reads a list that the app sorts and pages, up to MAX_APP_SELLERS.
 * @param until on the clock of `performance`
 * @throws BackendError
 */
export async function readAppList(
  reader: ListReader,
  filter: SellerFilter,
  { appFilters, dates, until }: { appFilters: ReadonlySet<BackendFilter>; dates?: Dates; until: number },
): Promise<AppList> {
  const rows: Seller[] = [];
  const progress = { seenCount: 0, isCut: false, missing: 0 };
  for await (const part of everySeller(reader, filter, { ahead: 4, appFilters, dates })) {
    if (part.kind === "everything") return { index: part.index, remainingFilter: filter, ...progress };
    if (part.kind === "end") {
      progress.missing = part.missing;
      break;
    }
    rows.push(...part.sellers);
    progress.seenCount = part.seenCount;
    const isTooMuch = part.seenCount >= MAX_APP_SELLERS || performance.now() > until;
    progress.isCut = isTooMuch && part.seenCount < part.listTotal;
    if (progress.isCut) break;
  }
  // The rows match already: searching again could drop what only the backend's own search finds.
  // Whether a value is repeated (`same`) shows among all of them.
  const remainingFilter = filter.same ? filter : { q: "", sort: filter.sort };
  return { index: new SellerIndex(rows), remainingFilter, ...progress };
}
