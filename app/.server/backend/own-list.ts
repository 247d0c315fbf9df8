import type { BackendFilter } from "~/domain/local-filter";
import type { SellerFilter } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import type { Dates } from "~/domain/seller-moments";
import { MAX_OWN_SELLERS } from "./contract/list-contract";
import { everySeller } from "./every-seller";
import type { ListReader } from "./list-reader";

/** Calls at once, where the app reads a list for one page of it. */
const AHEAD = 4;

/** The sellers of a list that the app itself sorts and pages. */
export type OwnList = {
  index: SellerIndex;
  /** What is left to be done of the filter. */
  filter: SellerFilter;
  /** Sellers that were read, of whom not all may match. */
  seenCount: number;
  /** Set if the list has more than MAX_OWN_SELLERS, or reading took too long. */
  isCut: boolean;
  /** How many sellers didn't come, although the list's totals count them. */
  missing: number;
};

/** @param until on the clock of `performance`. @throws BackendError */
export async function readOwnList(
  reader: ListReader,
  filter: SellerFilter,
  { own, dates, until }: { own: ReadonlySet<BackendFilter>; dates?: Dates; until: number },
): Promise<OwnList> {
  const rows: Seller[] = [];
  const read = { seenCount: 0, isCut: false, missing: 0 };
  for await (const part of everySeller(reader, filter, { ahead: AHEAD, own, dates })) {
    if (part.kind === "everything") return { index: part.index, filter, ...read };
    if (part.kind === "end") {
      read.missing = part.missing;
      break;
    }
    rows.push(...part.sellers);
    read.seenCount = part.seenCount;
    const isTooMuch = part.seenCount >= MAX_OWN_SELLERS || performance.now() > until;
    read.isCut = isTooMuch && part.seenCount < part.listTotal;
    if (read.isCut) break;
  }
  // Those who match were found, and the app may not be able to repeat the backend's own search.
  return { index: new SellerIndex(rows), filter: filter.same ? filter : { q: "", sort: filter.sort }, ...read };
}
