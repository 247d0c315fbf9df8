import { useEffect, useState } from "react";
import { useHref } from "~/i18n/use-locale";
import type { RecentSeller } from "./recent-sellers";

/** Typing pauses this long, in ms, before sellers are searched. */
const PAUSE_MS = 200;
const MIN_LENGTH = 2;

/** A saved view; `query` holds the filter and the order as a URL says them. */
export type NamedView = { name: string; query: string };

type Fetched<Item> = { items: Item[]; failed?: "refused" | "failed" };

/** Sellers that match the typed text. If the search fails, the rest of the palette works. */
export function useSuggestedSellers(query: string): Fetched<RecentSeller> {
  const href = useHref();
  const q = query.trim();
  return useFetched(q.length < MIN_LENGTH ? undefined : `${href("/sellers/suggest")}?${new URLSearchParams({ q })}`);
}

/** The person's saved views, loaded each time the palette opens; none when that fails. */
export function useSavedViews(): NamedView[] {
  const href = useHref();
  return useFetched<NamedView>(href("/sellers/views")).items;
}

function useFetched<Item>(address: string | undefined): Fetched<Item> {
  const [fetched, setFetched] = useState<Fetched<Item>>({ items: [] });
  useEffect(() => {
    if (!address) return setFetched({ items: [] });
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const headers = { Accept: "application/json" };
        const response = await fetch(address, { signal: leaving.signal, redirect: "manual", headers });
        if (response.status === 403) return setFetched({ items: [], failed: "refused" });
        if (!response.ok) throw new Error(`Answered with ${response.status}`);
        setFetched({ items: await response.json() });
      } catch {
        if (!leaving.signal.aborted) setFetched({ items: [], failed: "failed" });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [address]);
  return fetched;
}
