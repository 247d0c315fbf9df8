import { useEffect, useState } from "react";
import { useHref } from "~/i18n/use-locale";
import { useSentForm } from "~/ui/connection/use-stalled";
import type { TurnState } from "./check-turns.server";

/** How often it is asked, in ms, and how many times at most: a file waits half a minute, and is checked for as long. */
const ASK_EVERY_MS = 1_500;
const MAX_ASKED = 60;

/**
 * What becomes of the file that is on its way; null until the server says. A question that fails, or that another process
 * than the file's answers, leaves what was said before.
 */
export function useTurn(): TurnState | null {
  const href = useHref();
  const [state, setState] = useState<TurnState | null>(null);
  const file = useSentForm()?.get("file");
  const bytes = file instanceof File ? file.size : undefined;
  useEffect(() => {
    setState(null);
    if (bytes === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let asked = 0;
    const timer = setInterval(async () => {
      asked += 1;
      if (asked === MAX_ASKED) clearInterval(timer);
      try {
        const answer = await fetch(`${href("/sellers/import/turn")}?bytes=${bytes}`, { signal, redirect: "manual" });
        const said: TurnState | null = answer.ok ? await answer.json() : null;
        if (said && !signal.aborted) setState(said);
      } catch {
        // The file's own answer says what is wrong.
      }
    }, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [bytes, href]);
  return state;
}
