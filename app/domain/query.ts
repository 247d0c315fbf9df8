import { cleanText } from "./clean-text";
import { defaultPageSize, isPageSize } from "./preferences";
import { type EditableField, editableFields } from "./seller";

export type Sort = EditableField | `-${EditableField}`;
export const sorts: readonly Sort[] = editableFields.flatMap((field) => [field, `-${field}`] as const);

const defaultSort = "displayName" satisfies Sort;
/** A longer search is cut, because each word is searched in each seller. */
export const MAX_SEARCH = 200;
export const MAX_MPK = 64;
export const MAX_PAGE = 1_000_000;
const SELECTION = /^[\w-]{22}$/;

export type SellerFilter = {
  q: string;
  status?: "active" | "inactive";
  /** `01` matches each MPK that begins with 01. */
  mpk?: string;
  /** `none`: only sellers with neither a first name nor a surname. */
  names?: "none";
  sort: Sort;
};

/** The whole state of the list of sellers, as its URL carries it (docs/product.md §11). */
export type SellerQuery = SellerFilter & {
  page: number;
  size: number;
  /** Without scripts: the id of the stored selection with the rows ticked on other pages. */
  selection?: string;
};

/** Reads a query from a URL; an invalid value gives the default, never an error. */
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
    size: [size, defaults.size].find(isPageSize) ?? defaultPageSize,
    ...(SELECTION.test(selection) ? { selection } : {}),
  };
}

export function printSellerQuery(query: SellerQuery, defaults: { size?: number } = {}): URLSearchParams {
  const params = printSellerFilter(query);
  if (query.page > 1) params.set("page", String(query.page));
  // A size is omitted only if both the app and the person have it as their default. Otherwise a
  // colleague with another default would open the link with another size.
  const { size = defaultPageSize } = defaults;
  if (query.size !== defaultPageSize || query.size !== size) params.set("size", String(query.size));
  if (query.selection) params.set("selection", query.selection);
  return params;
}

export function printSellerFilter({ q, status, mpk, names, sort }: SellerFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (status) params.set("status", status);
  if (mpk) params.set("mpk", mpk);
  if (names) params.set("names", names);
  if (sort !== defaultSort) params.set("sort", sort);
  return params;
}

export function isFiltered({ q, status, mpk, names }: Omit<SellerFilter, "sort">): boolean {
  return q !== "" || [status, mpk, names].some((each) => each !== undefined);
}

export function sortField(sort: Sort): EditableField {
  return sort.replace(/^-/, "") as EditableField;
}

function isSort(value: string): value is Sort {
  return (sorts as readonly string[]).includes(value);
}

/** A number above `pages` means the last page, any other text the first. */
export function requestedPage(params: URLSearchParams, pages: number): number {
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, Math.max(1, pages)) : 1;
}
