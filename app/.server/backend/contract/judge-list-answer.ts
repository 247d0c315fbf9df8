import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { FatalContradiction } from "../backend-error";
import type { ListContract, ListRequest } from "./list-contract";

export type ListAnswer = { sellers: readonly Seller[]; total?: number };

/** What one answer of the list is worth (the table in docs/architecture.md §8). */
export type Verdict =
  | Usable
  /** The backend took no notice of these filters. */
  | { kind: "filtersIgnored"; filters: BackendFilter[] }
  | { kind: "contradicted"; contradiction: FatalContradiction }
  /** Contradicted if page `comparePage` holds sellers that the answer lacks. */
  | { kind: "needsComparison"; contradiction: FatalContradiction; comparePage: number; ifNobodyElse: Usable };

type Usable = { kind: "page"; total: number } | { kind: "everything" };

/**
 * Judges one answer by itself and the configuration.
 * @param checkable the filters that each row must match: a backend may search further fields
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
  const other = page === 1 ? 2 : 1;
  const compare = (contradiction: FatalContradiction, comparePage: number, ifNobodyElse: Usable): Verdict => ({
    kind: "needsComparison",
    contradiction,
    comparePage,
    ifNobodyElse,
  });
  if (total === undefined) return compare("total", other, { kind: "everything" });
  const usable = { kind: "page", total } as const;

  const isSized = params.pageSize !== "";
  const before = isSized ? (page - 1) * size : 0;
  if (isSized && rows > size) {
    if (total === rows) return compare("pageTooLong", other, { kind: "everything" });
    return { kind: "contradicted", contradiction: total > rows ? "pageTooLong" : "total" };
  }
  // For a page beyond the last, some backends answer with the last one.
  if (page > 1 && total <= before) return usable;
  const isNobodyThere = page === 1 && rows === 0 && total > 0;
  if (before + rows > total || isNobodyThere) return { kind: "contradicted", contradiction: "total" };

  const filters = contradictedFilters(checkable, sellers);
  if (filters.length > 0) return { kind: "filtersIgnored", filters };
  if (isSized && rows < Math.min(size, total - before)) {
    return compare("pageTooShort", page + 1, usable);
  }
  // A total that counts the page looks like that of a list with one full page.
  const isOneFullPage = page === 1 && rows > 0 && rows === total && (!isSized || rows === size);
  return isOneFullPage ? compare("total", 2, usable) : usable;
}
