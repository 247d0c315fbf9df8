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

/** The order of the checks matters: each relies on the cases that the earlier checks excluded. */
export function judgeAnswer(
  { params }: ListContract,
  { page, size }: Pick<ListRequest, "page" | "size">,
  checkableFilter: Pick<SellerQuery, "q" | "status">,
  { sellers, total }: ListAnswer,
): Verdict {
  const rows = sellers.length;
  const contradicted = (contradiction: FatalContradiction) => ({ kind: "contradicted", contradiction }) as const;
  if (!params.page) {
    if (total === undefined || total === rows) return { kind: "everything" };
    return contradicted(total > rows ? "notPaged" : "total");
  }
  const isTooLong = params.pageSize !== "" && rows > size;
  if (total === undefined) {
    // If 20 rows were requested, 3 or 320 rows are the whole list. 20 rows may be a part of it.
    return isTooLong || (page === 1 && rows < size) ? { kind: "everything" } : contradicted("total");
  }
  if (isTooLong) {
    if (total === rows) return { kind: "everything" };
    return contradicted(total > rows ? "pageTooLong" : "total");
  }
  const rowsBefore = params.pageSize ? (page - 1) * size : 0;
  // Some backends answer a request for a page beyond the last with the last page.
  if (page > 1 && total <= rowsBefore) return { kind: "page", total };
  const hasTotalWithoutRows = page === 1 && rows === 0 && total > 0;
  if (rowsBefore + rows > total || hasTotalWithoutRows) return contradicted("total");

  const filters = contradictedFilters(checkableFilter, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  // The last page may lack a row: a seller may be removed between the backend's two queries.
  const hasPagesAfter = rowsBefore + size < total;
  if (params.pageSize && rows < size && hasPagesAfter) return contradicted("pageTooShort");
  return { kind: "page", total };
}
