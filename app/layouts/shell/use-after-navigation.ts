import { useLocation, useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";

export function useAfterNavigation(act: () => void): void {
  const { state } = useNavigation();
  const previousState = useRef(state);
  useEffect(() => {
    const hasEnded = previousState.current !== "idle" && state === "idle";
    previousState.current = state;
    if (hasEnded) act();
  });
}

/** @param id of the paged element @returns `onClick` for the element around the pager's links */
export function useFocusAfterPaging(id: string): (event: MouseEvent) => void {
  const isPaging = useRef(false);
  useAfterNavigation(() => {
    if (isPaging.current) document.getElementById(id)?.focus({ preventScroll: true });
    isPaging.current = false;
  });
  return (event) => {
    // The router prevents the default of a click that it follows; other clicks open a tab.
    isPaging.current = event.defaultPrevented;
  };
}

/** The state of a history entry to which typing led; `typed` is the form's id. */
export type TypedState = { typed: string };

/** @returns the form's id if typing caused the last navigation */
export function useTypedForm(): string | undefined {
  const { state } = useLocation();
  return (state as TypedState | null)?.typed;
}
