import { parseSellerQuery, printSellerFilter, type SellerFilter } from "~/domain/query";

export type SavedView = {
  id: string;
  name: string;
  /** The filter and the order: `q=jan&sort=-mpk`. */
  query: string;
  /** The navigation's link to the list opens this view. */
  isDefault?: boolean;
};

/** A typed name that was refused, or that is restored from a draft. */
export type TypedViewName = {
  name: string;
  problem?: string;
  /** The id of the view to rename; absent for a new view. */
  view?: string;
  /** The other view of this name, which the person may replace. */
  taken?: { id: string; name: string };
};

export function viewQuery(filter: SellerFilter): string {
  return printSellerFilter(filter).toString();
}

/** Reads a query from the database or a browser, and prints it like `viewQuery`. */
export function normalizeViewQuery(text: string): string {
  return viewQuery(parseSellerQuery(new URLSearchParams(text)));
}

export function viewFilter(query: string): SellerFilter {
  const { page, size, selection, ...filter } = parseSellerQuery(new URLSearchParams(query));
  return filter;
}
