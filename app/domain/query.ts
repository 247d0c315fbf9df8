import { defaultPageSize, isPageSize } from "~/domain/page-size";
import { cleanText } from "./clean-text";
import { type EditableField, editableFields } from "./seller-fields";

/** A field, or a field with `-` before it: descending. */
export type Sort = EditableField | `-${EditableField}`;
export const sorts: readonly Sort[] = editableFields.flatMap((field) => [field, `-${field}`] as const);

const defaultSort = "displayName" satisfies Sort;
/** A search longer than this, in characters, is cut: nobody types one, and it costs a scan per word. */
export const MAX_SEARCH = 200;
export const MAX_MPK = 64;
export const MAX_PAGE = 1_000_000;
const SELECTION = /^[\w-]{22}$/;

/** Which sellers the list is about, and in what order: what a saved view, an export or a batch goes by. */
export type SellerFilter = {
  q: string;
  status?: "active" | "inactive";
  /** What the MPK begins with, leading zeros and all. */
  mpk?: string;
  /** `none`: only those with neither a first name nor a surname. */
  names?: "none";
  sort: Sort;
};

/** What the list of sellers shows; its whole state, as it stands in the URL (docs/product.md §11). */
export type SellerQuery = SellerFilter & {
  /** From 1. */
  page: number;
  size: number;
  /** Names the rows that were ticked on other pages and stored by the server, for a browser without scripts. */
  selection?: string;
};

/** Reads a query from a URL, where anything may stand: what isn't allowed gives the default, never an error. */
export function parseSellerQuery(params: URLSearchParams, defaults: { size?: number } = {}): SellerQuery {
  const status = params.get("status");
  const sort = params.get("sort") ?? "";
  const page = params.get("page") ?? "";
  const size = Number(params.get("size"));
  const mpk = cleanText((params.get("mpk") ?? "").slice(0, MAX_MPK));
  const selection = params.get("selection") ?? "";
  return {
    q: cleanText((params.get("q") ?? "").slice(0, MAX_SEARCH)),
    ...(status === "active" || status === "inactive" ? { status } : {}),
    ...(mpk ? { mpk } : {}),
    ...(params.get("names") === "none" ? { names: "none" } : {}),
    sort: isSort(sort) ? sort : defaultSort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
    size: isPageSize(size) ? size : isPageSize(defaults.size) ? defaults.size : defaultPageSize,
    ...(SELECTION.test(selection) ? { selection } : {}),
  };
}

/**
 * The shortest parameters that `parseSellerQuery` reads the same query from: what equals its default is left out. The rows per page
 * are left out only where they equal everybody's default and this person's own: an address shows all who open it the same rows.
 * @param defaults the person's own, for an address that doesn't say
 */
export function printSellerQuery(query: SellerQuery, defaults: { size?: number } = {}): URLSearchParams {
  const params = printSellerFilter(query);
  if (query.page > 1) params.set("page", String(query.page));
  const { size = defaultPageSize } = defaults;
  if (query.size !== defaultPageSize || query.size !== size) params.set("size", String(query.size));
  if (query.selection) params.set("selection", query.selection);
  return params;
}

/** Only which sellers, and their order: the same text for the same filter. */
export function printSellerFilter({ q, status, mpk, names, sort }: SellerFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (status) params.set("status", status);
  if (mpk) params.set("mpk", mpk);
  if (names) params.set("names", names);
  if (sort !== defaultSort) params.set("sort", sort);
  return params;
}

/** Whether a filter may leave a seller off the list. */
export function isFiltered({ q, status, mpk, names }: Omit<SellerFilter, "sort">): boolean {
  return q !== "" || status !== undefined || mpk !== undefined || names !== undefined;
}

function isSort(value: string): value is Sort {
  return (sorts as readonly string[]).includes(value);
}
