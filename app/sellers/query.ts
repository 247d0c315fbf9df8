import { defaultPreferences, pageSizes } from "~/profile/preferences";
import { cleanText } from "./text";

export const sortFields = ["displayName", "email", "firstName", "surname", "mpk", "accountEnabled"] as const;
export type SortField = (typeof sortFields)[number];
/** A field, or a field with `-` before it: descending. */
export type Sort = SortField | `-${SortField}`;

const defaultPageSize = defaultPreferences.pageSize;
const defaultSort = "displayName" satisfies Sort;
/** A search longer than this, in characters, is cut: nobody types one, and it costs a scan per word. */
const MAX_SEARCH = 200;
const MAX_PAGE = 1_000_000;

/** What the list of sellers shows; its whole state, as it stands in the URL (DESIGN.md §9). */
export type SellerQuery = {
  q: string;
  status?: "active" | "inactive";
  sort: Sort;
  /** From 1. */
  page: number;
  size: number;
};

/** Reads a query from a URL, where anything may stand: what isn't allowed gives the default, never an error. */
export function parseSellerQuery(params: URLSearchParams, defaults: { size?: number } = {}): SellerQuery {
  const status = params.get("status");
  const sort = params.get("sort") ?? "";
  const page = params.get("page") ?? "";
  const size = Number(params.get("size"));
  return {
    q: cleanText((params.get("q") ?? "").slice(0, MAX_SEARCH)),
    ...(status === "active" || status === "inactive" ? { status } : {}),
    sort: isSort(sort) ? sort : defaultSort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
    size: isPageSize(size) ? size : isPageSize(defaults.size) ? defaults.size : defaultPageSize,
  };
}

/** The other way round, shortest form: what equals the default is left out. */
export function printSellerQuery(query: SellerQuery, defaults: { size?: number } = {}): URLSearchParams {
  const params = new URLSearchParams();
  if (query.q) params.set("q", query.q);
  if (query.status) params.set("status", query.status);
  if (query.sort !== defaultSort) params.set("sort", query.sort);
  if (query.page > 1) params.set("page", String(query.page));
  if (query.size !== (defaults.size ?? defaultPageSize)) params.set("size", String(query.size));
  return params;
}

function isSort(value: string): value is Sort {
  return (sortFields as readonly string[]).includes(value.replace(/^-/, ""));
}

function isPageSize(value: number | undefined): value is number {
  return (pageSizes as readonly number[]).includes(value ?? 0);
}
