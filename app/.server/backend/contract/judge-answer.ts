import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { FatalContradiction } from "../backend-error";
import type { ListContract, ListRequest } from "./list-contract";

export type ListAnswer = { sellers: readonly Seller[]; total?: number };

/** What one answer of the list is worth (the table in docs/architecture.md §8). */
export type Verdict =
  | { kind: "page" | "everything" }
  /** The backend took no notice of these filters. */
  | { kind: "filtersIgnored"; filters: BackendFilter[] }
  | { kind: "contradicted"; contradiction: FatalContradiction }
  /** Contradicted if page `by` holds other sellers than the answer. */
  | { kind: "doubtful"; contradiction: FatalContradiction; by: number; otherwise: "page" | "everything" };

/**
 * Judges one answer by itself and the configuration.
 * @param verified the filters that each row must match
 */
export function judgeAnswer(
  { params }: ListContract,
  { page, size }: Pick<ListRequest, "page" | "size">,
  verified: Pick<SellerQuery, "q" | "status">,
  { sellers, total }: ListAnswer,
): Verdict {
  const rows = sellers.length;
  if (!params.page) {
    if (total === undefined || total === rows) return { kind: "everything" };
    return { kind: "contradicted", contradiction: total > rows ? "notPaged" : "total" };
  }
  const other = page === 1 ? 2 : 1;
  if (total === undefined) return { kind: "doubtful", contradiction: "total", by: other, otherwise: "everything" };

  const isSized = params.pageSize !== "";
  const before = isSized ? (page - 1) * size : 0;
  if (isSized && rows > size) {
    if (total === rows) return { kind: "doubtful", contradiction: "pageTooLong", by: other, otherwise: "everything" };
    return { kind: "contradicted", contradiction: total > rows ? "pageTooLong" : "total" };
  }
  // For a page beyond the last, some backends answer with the last one.
  if (page > 1 && total <= before) return { kind: "page" };
  const isNobodyThere = page === 1 && rows === 0 && total > 0;
  if (before + rows > total || isNobodyThere) return { kind: "contradicted", contradiction: "total" };

  const filters = contradictedFilters(verified, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  if (isSized && rows < Math.min(size, total - before)) {
    return { kind: "doubtful", contradiction: "pageTooShort", by: page + 1, otherwise: "page" };
  }
  // A total that counts the page looks like that of a list with one full page.
  const isOneFullPage = page === 1 && rows > 0 && rows === total && (!isSized || rows === size);
  return isOneFullPage ? { kind: "doubtful", contradiction: "total", by: 2, otherwise: "page" } : { kind: "page" };
}
