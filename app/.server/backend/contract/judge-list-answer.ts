import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { FatalContradiction } from "./contradictions";
import type { ListContract, ListRequest } from "./list-contract";

export type ListAnswer = { sellers: readonly Seller[]; total?: number };

/** How an answer of the list can be used; docs/architecture.md §8 has a table. */
export type Verdict =
  | { kind: "page"; total: number }
  /** The answer is the whole list, so the app filters, sorts and pages it. */
  | { kind: "everything" }
  | { kind: "filtersIgnored"; filters: BackendFilter[] }
  | { kind: "contradicted"; contradiction: FatalContradiction };

/**
 * The order of the checks matters: each relies on the cases that the earlier checks excluded.
 * @param verifiableFilter the part of the query that each row must match
 */
export function judgeAnswer(
  { params }: ListContract,
  { page, size }: Pick<ListRequest, "page" | "size">,
  verifiableFilter: Pick<SellerQuery, "q" | "status">,
  { sellers, total }: ListAnswer,
): Verdict {
  const rows = sellers.length;
  const contradicted = (contradiction: FatalContradiction) => ({ kind: "contradicted", contradiction }) as const;
  // A backend without pages answers with all sellers, so a total has to be their number.
  if (!params.page) {
    if (total === undefined || total === rows) return { kind: "everything" };
    return contradicted(total > rows ? "notPaged" : "total");
  }
  // Without a parameter for the size, a page may have any number of rows.
  const hasSizeParam = params.pageSize !== "";
  const isTooLong = hasSizeParam && rows > size;
  if (total === undefined) {
    // For example, 20 rows were requested: 320 rows, or 3 rows as page 1, are the whole list. 20
    // rows may be only a part of it, so the total is needed.
    return isTooLong || (page === 1 && rows < size) ? { kind: "everything" } : contradicted("total");
  }
  if (isTooLong) {
    if (total === rows) return { kind: "everything" };
    return contradicted(total > rows ? "pageTooLong" : "total");
  }
  const rowsBefore = hasSizeParam ? (page - 1) * size : 0;
  // The requested page is beyond the last. Some backends then answer with the last page, so the
  // rows prove nothing.
  if (page > 1 && total <= rowsBefore) return { kind: "page", total };
  const isTotalTooLow = rowsBefore + rows > total;
  const isTotalWithoutRows = page === 1 && rows === 0 && total > 0;
  if (isTotalTooLow || isTotalWithoutRows) return contradicted("total");

  const filters = contradictedFilters(verifiableFilter, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  // Each page before the last must be full. The last one may lack a row: a backend counts and reads
  // the sellers with two queries, and a seller may be removed between them.
  const hasPagesAfter = rowsBefore + size < total;
  if (hasSizeParam && rows < size && hasPagesAfter) return contradicted("pageTooShort");
  return { kind: "page", total };
}
