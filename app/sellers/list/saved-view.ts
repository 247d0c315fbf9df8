import { parseSellerQuery, printSellerFilter, type SellerFilter } from "~/sellers/query";

/** A list of sellers that a person named. */
export type SavedView = {
  id: string;
  name: string;
  /** The filter and the order as a URL says them, without a page or a size. */
  query: string;
};

export const MAX_VIEWS = 20;
/** Of a view's name, in characters. */
export const MAX_VIEW_NAME_LENGTH = 60;

/** The views that everybody has: their names' keys in the catalogue, and their queries. */
export const builtInViews = [
  { key: "all", query: "" },
  { key: "active", query: "status=active" },
  { key: "inactive", query: "status=inactive" },
  { key: "nameless", query: "names=none" },
] as const;

/** A view's query in its one written form. */
export function viewQuery(filter: SellerFilter): string {
  return printSellerFilter(filter).toString();
}

/** The same, of a text from anywhere. */
export function readViewQuery(text: string): string {
  return viewQuery(parseSellerQuery(new URLSearchParams(text)));
}
