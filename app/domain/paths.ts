import { wellFormed } from "./clean-text";
import { isPageSize } from "./preferences";
import { parseSellerQuery, printSellerQuery } from "./query";
import type { Seller } from "./seller";

const MAX_FROM_LENGTH = 1000;
const HISTORY_PREFIX = "/history?";
const historyParams = ["person", "kind", "field", "seller", "from", "to", "before", "asOf", "trail"];

/** `from` is `q=lipa` or `/history?…`. With an `id` the list scrolls to this seller's row. */
export function listPath(from: string | null, id?: string): string {
  if (from && isFromHistory(from)) return historyFrom(from.slice(HISTORY_PREFIX.length)).replace(/\?$/, "");
  const query = from ? listQuery(new URLSearchParams(from.slice(0, MAX_FROM_LENGTH))) : "";
  const row = id ? `#${encodeURIComponent(wellFormed(rowId(id)))}` : "";
  return (query ? `/sellers?${query}` : "/sellers") + row;
}

/** Keeps `size=20`, although 20 is the default, because the person may prefer another size. */
export function listQuery(params: URLSearchParams): string {
  const hasPageSize = isPageSize(Number(params.get("size")));
  // `printSellerQuery` omits a size that equals the defaults. With 0 it never does.
  return printSellerQuery(parseSellerQuery(params), hasPageSize ? { size: 0 } : {}).toString();
}

/** The `from` of links on the history page. If too long, it omits the trail of earlier pages. */
export function historyFrom(search: string): string {
  const requested = new URLSearchParams(search);
  const params = new URLSearchParams();
  for (const name of historyParams) {
    const value = requested.get(name);
    if (value) params.set(name, value.slice(0, MAX_FROM_LENGTH));
  }
  if (params.toString().length > MAX_FROM_LENGTH - HISTORY_PREFIX.length) params.delete("trail");
  return HISTORY_PREFIX + params;
}

export function isFromHistory(from: string | null): boolean {
  return from?.startsWith(HISTORY_PREFIX) === true;
}

export function rowId(id: string): string {
  return `seller-${id}`;
}

export function withParams(path: string, params: Record<string, string | null | undefined>): string {
  const filled = Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]));
  if (filled.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(filled)}`;
}

export function withFrom(path: string, from: string | null): string {
  return withParams(path, { from: from?.slice(0, MAX_FROM_LENGTH) });
}

export function fromOf(url: string): string | null {
  return new URL(url).searchParams.get("from");
}

/** `/sellers/new` is a page, not the seller with the id "new". Letter case doesn't matter. */
const PAGES = /^(new|bulk|import|suggest|views|same|emails|export\.(csv|xlsx))$/i;

/** A seller with the id `new` has no page of their own, so the path is that of the edit form. */
export function sellerPath(id: string, below?: "edit" | "status" | "note" | "history"): string {
  const page = below ?? (PAGES.test(id) ? "edit" : undefined);
  // Remix takes a path that ends in `.data` for a request of data. Browsers keep an encoded dot.
  const part = encodeURIComponent(wellFormed(id)).replace(/\.data$/, "%2Edata");
  return `/sellers/${part}${page ? `/${page}` : ""}`;
}

/** On the page of a seller's history, `?from=` is a day, so `?list=` leads back to the list. */
export function historyPath(id: string, list: string | null): string {
  return withParams(sellerPath(id, "history"), { list: list?.slice(0, MAX_FROM_LENGTH) });
}

export function statusPath(id: string, to: "active" | "inactive"): string {
  return `${sellerPath(id, "status")}?to=${to}`;
}

/** The form starts with the surname and the MPK of the seller `like`. */
export function similarSellerPath(like: string, from: string | null): string {
  return withFrom(withParams("/sellers/new", { like: wellFormed(like) }), from);
}

export function nextSellerPath(from: string | null, like = ""): string {
  return withParams(similarSellerPath(like, from), { next: "another" });
}

/** A new seller's form, filled with the draft of an edit whose seller no longer exists. */
export function newFromDraft(draft: string): string {
  return withParams("/sellers/new", { typed: draft });
}

export function sellerPaths({ id, accountEnabled }: Pick<Seller, "id" | "accountEnabled">, from: string | null) {
  return {
    list: listPath(from, id),
    isFromHistory: isFromHistory(from),
    edit: withFrom(sellerPath(id, "edit"), from),
    // The link names the new state, because somebody else may change the account before the click.
    status: withFrom(statusPath(id, accountEnabled ? "inactive" : "active"), from),
    history: historyPath(id, from),
    editNote: withFrom(sellerPath(id, "note"), from),
    similar: similarSellerPath(id, from),
  };
}
