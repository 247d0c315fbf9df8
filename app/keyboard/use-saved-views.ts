import { useEffect, useState } from "react";
import type { NamedView } from "~/domain/named-view";
import { useHref } from "~/i18n/use-locale";

/** The person's own views of the list, asked for anew each time the palette opens, which does as well without them. */
export function useSavedViews(opened: boolean): NamedView[] {
  const href = useHref();
  const [views, setViews] = useState<NamedView[]>([]);
  useEffect(() => {
    if (!opened) return;
    const leaving = new AbortController();
    fetch(href("/sellers/views"), {
      signal: leaving.signal,
      redirect: "manual",
      headers: { Accept: "application/json" },
    })
      .then(async (answer) => setViews(answer.ok ? await answer.json() : []))
      .catch(() => {});
    return () => leaving.abort();
  }, [opened, href]);
  return views;
}
