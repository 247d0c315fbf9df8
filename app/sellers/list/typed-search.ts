import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { type ListState, useListHref } from "./list-href";

/** Typing pauses this long, in ms, before the list follows. */
const PAUSE_MS = 300;

/** What the history's entry of a search that is being typed holds. */
const TYPED = { typed: true };

/** Whether the list shows what is being typed, rather than what was asked for by Enter, a link or the browser's Back. */
export function useTyped(): boolean {
  const { state } = useLocation();
  const back = useNavigationType() === "POP";
  return !back && (state as Partial<typeof TYPED> | null)?.typed === true;
}

/**
 * The list follows what is typed after a pause, as Enter would have it. A search has one entry in the browser's
 * history, however many pauses it took. An answer that comes after the next question is dropped by the router.
 */
export function useTypedSearch(state: ListState) {
  const typing = useTyped();
  const { withChange } = useListHref(state);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { key } = useLocation();
  const latest = useRef({ typing, withChange });
  latest.current = { typing, withChange };
  const stop = useCallback(() => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes elsewhere meanwhile isn't brought back
  useEffect(() => (typing ? undefined : stop()), [key]);
  useEffect(() => stop, [stop]);
  const type = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    stop();
    timer.current = setTimeout(() => {
      const { typing: replace, withChange: to } = latest.current;
      navigate(to({ q: currentTarget.value.trim() }), { replace, preventScrollReset: true, state: TYPED });
    }, PAUSE_MS);
  };
  return { typing, type, stop };
}
