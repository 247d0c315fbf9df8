import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { FatalContradiction } from "../backend-error";
import type { ListContract, ListRequest } from "./list-contract";

export type ListAnswer = { sellers: readonly Seller[]; total?: number };

/** How an answer of the list can be used (the table in docs/architecture.md §8). */
export type Verdict =
  | Usable
  /** The backend ignored these filters. */
  | { kind: "filtersIgnored"; filters: BackendFilter[] }
  | { kind: "contradicted"; contradiction: FatalContradiction }
  /** `ifNoOtherSellers` holds unless page `comparePage` has sellers that the answer lacks. */
  | { kind: "needsComparison"; contradiction: FatalContradiction; comparePage: number; ifNoOtherSellers: Usable };

/** A page as asked for, or all sellers, which the app then filters, sorts and pages itself. */
type Usable = { kind: "page"; total: number } | { kind: "everything" };

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
  if (!params.page) {
    if (total === undefined || total === rows) return { kind: "everything" };
    return { kind: "contradicted", contradiction: total > rows ? "notPaged" : "total" };
  }
  const compare = (contradiction: FatalContradiction, comparePage: number, ifNoOtherSellers: Usable): Verdict => ({
    kind: "needsComparison",
    contradiction,
    comparePage,
    ifNoOtherSellers,
  });
  const otherPage = page === 1 ? 2 : 1;
  if (total === undefined) return compare("total", otherPage, { kind: "everything" });
  const usable = { kind: "page", total } as const;

  const hasPageSize = params.pageSize !== "";
  const rowsBefore = hasPageSize ? (page - 1) * size : 0;
  if (hasPageSize && rows > size) {
    // A backend that ignores paging answers with all rows, so that the total is their number.
    if (total === rows) return compare("pageTooLong", otherPage, { kind: "everything" });
    return { kind: "contradicted", contradiction: total > rows ? "pageTooLong" : "total" };
  }
  // For a page beyond the last, some backends answer with the last one.
  if (page > 1 && total <= rowsBefore) return usable;
  const hasTotalWithoutRows = page === 1 && rows === 0 && total > 0;
  if (rowsBefore + rows > total || hasTotalWithoutRows) return { kind: "contradicted", contradiction: "total" };

  const filters = contradictedFilters(checkable, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  if (hasPageSize && rows < Math.min(size, total - rowsBefore)) {
    return compare("pageTooShort", page + 1, usable);
  }
  // A backend whose total counts only this page looks like a list of one full page.
  const mayCountOnlyThisPage = page === 1 && rows > 0 && rows === total && (!hasPageSize || rows === size);
  return mayCountOnlyThisPage ? compare("total", 2, usable) : usable;
}
