import { wellFormed } from "./clean-text";
import { isPageSize } from "./preferences";
import { parseSellerQuery, printSellerQuery } from "./query";

export const MAX_FROM_LENGTH = 1000;
const HISTORY = "/history?";
const historyParams = ["person", "kind", "field", "seller", "from", "to", "before", "asOf", "trail"];

/**
 * The list, or the page of the history, that `?from=` carries. @param id whose row is shown there
 */
export function listPath(from: string | null, id?: string): string {
  if (from && isFromHistory(from)) return historyFrom(from.slice(HISTORY.length)).replace(/\?$/, "");
  const query = from ? listQuery(new URLSearchParams(from.slice(0, MAX_FROM_LENGTH))) : "";
  const row = id ? `#${encodeURIComponent(wellFormed(rowId(id)))}` : "";
  return (query ? `/sellers?${query}` : "/sellers") + row;
}

/** Keeps the page size even if it is the general default: the person's may differ. */
export function listQuery(params: URLSearchParams): string {
  const hasPageSize = isPageSize(Number(params.get("size")));
  // A size that equals the default is left out, and no list has size 0.
  return printSellerQuery(parseSellerQuery(params), hasPageSize ? { size: 0 } : {}).toString();
}

/** A page of the history as `?from=`, without its trail of earlier pages if that is too long. */
export function historyFrom(search: string): string {
  const requested = new URLSearchParams(search);
  const params = new URLSearchParams();
  for (const name of historyParams) {
    const value = requested.get(name);
    if (value) params.set(name, value.slice(0, MAX_FROM_LENGTH));
  }
  if (params.toString().length > MAX_FROM_LENGTH - HISTORY.length) params.delete("trail");
  return HISTORY + params;
}

export function isFromHistory(from: string | null): boolean {
  return from?.startsWith(HISTORY) === true;
}

export function rowId(id: string): string {
  return `seller-${id}`;
}

/** Adds parameters, but for empty ones, to a path that may have some. */
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
