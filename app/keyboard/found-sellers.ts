import { useEffect, useState } from "react";
import type { FoundSeller } from "~/domain/found-seller";
import { useHref } from "~/i18n/use-locale";

/** Typing pauses this long, in ms, before it is looked for. */
const PAUSE_MS = 200;
const MIN_LENGTH = 2;

type Found = { sellers: FoundSeller[]; failed?: "refused" | "failed" };
const nothing: Found = { sellers: [] };

/** The sellers that match what is being typed. A search that fails says so and ends nothing else. */
export function useFoundSellers(query: string): Found {
  const href = useHref();
  const [found, setFound] = useState(nothing);
  const q = query.trim();
  useEffect(() => {
    if (q.length < MIN_LENGTH) return setFound(nothing);
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const address = `${href("/sellers/suggest")}?${new URLSearchParams({ q })}`;
        const { signal } = leaving;
        const answer = await fetch(address, { signal, redirect: "manual", headers: { Accept: "application/json" } });
        if (answer.status === 403) return setFound({ sellers: [], failed: "refused" });
        if (!answer.ok) throw new Error(`Answered with ${answer.status}`);
        setFound({ sellers: await answer.json() });
      } catch {
        if (!leaving.signal.aborted) setFound({ sellers: [], failed: "failed" });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, href]);
  return found;
}
