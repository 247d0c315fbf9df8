import type { HistoryPageContent } from "./history-page.server";

/** What a page of the history is about, as parameters of its address: stays while its pages are turned. */
export function filterOf({ range, filter }: Pick<HistoryPageContent, "range" | "filter">): Record<string, string> {
  return { from: range.from, to: range.to, ...filter };
}

/** An address with parameters, the empty ones left out. */
export function addressWith(pathname: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `${pathname}?${new URLSearchParams(given)}` : pathname;
}
