import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { FatalContradiction } from "./contradictions";
import type { ListContract, ListRequest } from "./list-contract";

export type ListAnswer = { sellers: readonly Seller[]; total?: number };

/** How an answer of the list can be used (the table in docs/architecture.md §8). */
export type Verdict =
  /** The page as asked for. */
  | { kind: "page"; total: number }
  /** All sellers, which the app then filters, sorts and pages itself. */
  | { kind: "everything" }
  /** The backend ignored these filters. */
  | { kind: "filtersIgnored"; filters: BackendFilter[] }
  | { kind: "contradicted"; contradiction: FatalContradiction };

/**
 * Judges one answer by itself and the configuration. The rules' order matters: each relies on what
 * the ones before have ruled out.
 * @param checkable the conditions that every row must meet; `q` is empty if the backend may also
 * search fields that the app doesn't know
 */
export function judgeAnswer(
  { params }: ListContract,
  { page, size }: Pick<ListRequest, "page" | "size">,
  checkable: Pick<SellerQuery, "q" | "status">,
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
    // A backend without pages answers 3 or 320 rows where 20 were asked for. A full page, and any
    // later page, may be a part of a longer list.
    return isTooLong || (page === 1 && rows < size) ? { kind: "everything" } : contradicted("total");
  }
  if (isTooLong) {
    if (total === rows) return { kind: "everything" };
    return contradicted(total > rows ? "pageTooLong" : "total");
  }
  const rowsBefore = params.pageSize ? (page - 1) * size : 0;
  // For a page beyond the last, some backends answer with the last one.
  if (page > 1 && total <= rowsBefore) return { kind: "page", total };
  const hasTotalWithoutRows = page === 1 && rows === 0 && total > 0;
  if (rowsBefore + rows > total || hasTotalWithoutRows) return contradicted("total");

  const filters = contradictedFilters(checkable, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  // The last page may be short: a seller was removed between the backend's two queries.
  const hasPagesAfter = rowsBefore + size < total;
  if (params.pageSize && rows < size && hasPagesAfter) return contradicted("pageTooShort");
  return { kind: "page", total };
}
