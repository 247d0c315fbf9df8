import { isPageSize } from "~/domain/page-size";
import { wellFormed } from "./clean-text";
import { parseSellerQuery, printSellerQuery } from "./query";

/** The longest `?from=`, in characters. */
const MAX_FROM = 1000;
/** What `?from=` begins with when the person came from the history. */
const HISTORY = "/history?";
/** The parameters of a page of the history; that page checks their values. */
const historyParams = ["person", "kind", "seller", "from", "to", "before", "asOf", "trail"];

/**
 * The list that a person came from travels as `?from=` (the list's own query), so that leaving a record leads back to
 * the same page of the same search; so does a page of the history (`historyFrom`). It is read as a query of the one or
 * the other and nothing else.
 * @param id of the seller whose row reading goes on at
 */
export function listPath(from: string | null, id?: string): string {
  if (from && isFromHistory(from)) return historyFrom(from.slice(HISTORY.length)).replace(/\?$/, "");
  const query = from ? listQuery(new URLSearchParams(from.slice(0, MAX_FROM))) : "";
  const row = id ? `#${encodeURIComponent(wellFormed(rowId(id)))}` : "";
  return (query ? `/sellers?${query}` : "/sellers") + row;
}

/**
 * The list's own query among what a URL says or a form posted. Rows per page stay where they are said, whatever they are:
 * the person's own default, which an address without them means, may be another.
 */
export function listQuery(params: URLSearchParams): string {
  const said = isPageSize(Number(params.get("size")));
  // With a default that no list has, `size` is never left out.
  return printSellerQuery(parseSellerQuery(params), said ? { size: 0 } : {}).toString();
}

/** A page of the history as `?from=`. Without the way back to the pages before it where that is too long. */
export function historyFrom(search: string): string {
  const given = new URLSearchParams(search);
  const params = new URLSearchParams();
  for (const name of historyParams) {
    const value = given.get(name);
    if (value) params.set(name, value.slice(0, MAX_FROM));
  }
  if (params.toString().length > MAX_FROM - HISTORY.length) params.delete("trail");
  return HISTORY + params;
}

/** Whether the person came from the history rather than from a list. */
export function isFromHistory(from: string | null): boolean {
  return from?.startsWith(HISTORY) === true;
}

/** What a seller's row of the list is called, in HTML and in a URL's fragment. */
export function rowId(id: string): string {
  return `seller-${id}`;
}

/** A record's page that remembers where the person came from. */
export function withFrom(path: string, from: string | null): string {
  if (!from) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ from: from.slice(0, MAX_FROM) })}`;
}

/**
 * The form of a new seller.
 * @param another whether sellers are added one after the other: saving one leads to the next form
 */
export function newSellerPath(from: string | null, { another = false } = {}): string {
  const path = withFrom("/sellers/new", from);
  return another ? `${path}${path.includes("?") ? "&" : "?"}next=another` : path;
}

/** The form of a new seller, filled in with what was typed into that of a seller who is no more. */
export function newFromDraft(draft: string): string {
  return `/sellers/new?${new URLSearchParams({ typed: draft })}`;
}

/** Where the person came from, as a page's URL says. */
export function fromOf(url: string): string | null {
  return new URL(url).searchParams.get("from");
}

/** A seller's history, where `from` is a day: the list that the person came from travels as `?list=`. */
export function historyPath(id: string, list: string | null): string {
  const path = sellerPath(id, "history");
  return list ? `${path}?${new URLSearchParams({ list: list.slice(0, MAX_FROM) })}` : path;
}

/** Where a seller's account is enabled or disabled. */
export function statusPath(id: string, to: "active" | "inactive"): string {
  return `${sellerPath(id, "status")}?to=${to}`;
}

/** Pages that stand where a seller's id would; the router knows them in any case, also encoded. */
const PAGES = /^(new|bulk|import|suggest|views|same|export\.(csv|xlsx))$/i;

/** A seller's own page, or one below it: the form of a seller whose own page's address is another's. */
export function sellerPath(id: string, below?: "edit" | "status" | "history"): string {
  const page = below ?? (PAGES.test(id) ? "edit" : undefined);
  // Remix takes a path that ends in `.data` for its own script's request; browsers leave an encoded dot as it is.
  const part = encodeURIComponent(wellFormed(id)).replace(/\.data$/, "%2Edata");
  return `/sellers/${part}${page ? `/${page}` : ""}`;
}
