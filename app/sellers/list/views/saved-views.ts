import { parseSellerQuery, printSellerFilter, type SellerFilter } from "~/domain/query";

export type SavedView = {
  id: string;
  name: string;
  /** The filter and the order, as a URL says them. */
  query: string;
  /** The navigation opens the list with this view. */
  isDefault?: boolean;
};

/** A view's name as a person typed it: refused, or restored from a draft. */
export type TypedViewName = {
  name: string;
  problem?: string;
  /** The view that was to be renamed; absent for a new one. */
  view?: string;
  /** The view that has the name already, and may be replaced. */
  taken?: { id: string; name: string };
};

/** Prints a view's query. Equal queries give equal texts. */
export function viewQuery(filter: SellerFilter): string {
  return printSellerFilter(filter).toString();
}

/** Reads a query from the database or a browser, and prints it like `viewQuery`. */
export function readViewQuery(text: string): string {
  return viewQuery(parseSellerQuery(new URLSearchParams(text)));
}

/** Leaves out page, size and selection, which aren't part of a view. */
export function viewFilter(query: string): SellerFilter {
  const { page, size, selection, ...filter } = parseSellerQuery(new URLSearchParams(query));
  return filter;
}
