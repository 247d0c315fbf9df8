import { useEffect, useState } from "react";
import { useHref } from "~/i18n/hooks";
import type { RecentSeller } from "./recent-sellers";

/** A saved view; `query` holds the filter and the order as a URL says them. */
export type NamedView = { name: string; query: string };

/** `failure`: the backend refused the search to this person, or the search failed otherwise. */
type Suggestions = { sellers: RecentSeller[]; failure?: "refused" | "failed" };
const noSuggestions: Suggestions = { sellers: [] };

/** Sellers that match the typed text. If the search fails, the rest of the palette works. */
export function useSuggestedSellers(query: string): Suggestions {
  const href = useHref();
  const [suggestions, setSuggestions] = useState(noSuggestions);
  const q = query.trim();
  useEffect(() => {
    if (q.length < 2) return setSuggestions(noSuggestions);
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetchJson(`${href("/sellers/suggest")}?${new URLSearchParams({ q })}`, leaving.signal);
        if (response.ok) setSuggestions({ sellers: await response.json() });
        else setSuggestions({ sellers: [], failure: response.status === 403 ? "refused" : "failed" });
      } catch {
        if (!leaving.signal.aborted) setSuggestions({ sellers: [], failure: "failed" });
      }
    }, 200);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, href]);
  return suggestions;
}

/** Loads the saved views when the palette opens; without a network it has the last ones. */
export function useSavedViews(isOpen: boolean): NamedView[] {
  const href = useHref();
  const [views, setViews] = useState<NamedView[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    fetchJson(href("/sellers/views"), leaving.signal)
      .then(async (response) => setViews(response.ok ? await response.json() : []))
      .catch(() => {});
    return () => leaving.abort();
  }, [isOpen, href]);
  return views;
}

const fetchJson = (url: string, signal: AbortSignal) =>
  fetch(url, { signal, redirect: "manual", headers: { Accept: "application/json" } });
