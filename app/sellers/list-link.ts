import { wellFormed } from "./clean-text";
import { parseSellerQuery, printSellerQuery } from "./query";

/**
 * The list that a person came from travels as `?from=` (the list's own query), so that leaving a record leads back to
 * the same page of the same search. It is read as a query of the list and nothing else.
 * @param id of the seller whose row reading goes on at
 */
export function listPath(from: string | null, id?: string): string {
  const query = from ? printSellerQuery(parseSellerQuery(new URLSearchParams(from.slice(0, 1000)))).toString() : "";
  const row = id ? `#${encodeURIComponent(wellFormed(rowId(id)))}` : "";
  return (query ? `/sellers?${query}` : "/sellers") + row;
}

/** What a seller's row of the list is called, in HTML and in a URL's fragment. */
export function rowId(id: string): string {
  return `seller-${id}`;
}

/** A record's page that remembers where the person came from. */
export function withFrom(path: string, from: string | null): string {
  if (!from) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ from: from.slice(0, 1000) })}`;
}

/**
 * The form of a new seller.
 * @param another whether sellers are added one after the other: saving one leads to the next form
 */
export function newSellerPath(from: string | null, { another = false } = {}): string {
  const path = withFrom("/sellers/new", from);
  return another ? `${path}${path.includes("?") ? "&" : "?"}next=another` : path;
}

/** Where the person came from, as a page's URL says. */
export function fromOf(url: string): string | null {
  return new URL(url).searchParams.get("from");
}

/** A seller's history, where `from` is a day: the list that the person came from travels as `?list=`. */
export function historyPath(id: string, list: string | null): string {
  const path = sellerPath(id, "history");
  return list ? `${path}?${new URLSearchParams({ list: list.slice(0, 1000) })}` : path;
}

/** Where a seller's account is enabled or disabled. */
export function statusPath(id: string, to: "active" | "inactive"): string {
  return `${sellerPath(id, "status")}?to=${to}`;
}

/** A seller's own page, or one below it. */
export function sellerPath(id: string, page?: "edit" | "status" | "history"): string {
  return `/sellers/${encodeURIComponent(wellFormed(id))}${page ? `/${page}` : ""}`;
}
