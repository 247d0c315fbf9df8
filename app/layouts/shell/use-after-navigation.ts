import { useLocation, useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";

/** Calls `act` after each navigation without a new document. */
export function useAfterNavigation(act: () => void): void {
  const { state } = useNavigation();
  const previousState = useRef(state);
  useEffect(() => {
    const hasEnded = previousState.current !== "idle" && state === "idle";
    previousState.current = state;
    if (hasEnded) act();
  });
}

/**
 * Moves the focus from a pager's links to the paged element.
 * @param id the paged element's
 * @returns `onClick` for the element around the links
 */
export function useFocusAfterPaging(id: string): (event: MouseEvent) => void {
  const isPaging = useRef(false);
  useAfterNavigation(() => {
    if (isPaging.current) document.getElementById(id)?.focus({ preventScroll: true });
    isPaging.current = false;
  });
  return (event) => {
    // The router calls `preventDefault` on each click that it follows; other clicks open a tab.
    isPaging.current = event.defaultPrevented;
  };
}

/** The browser history's state after a navigation by typing; `typed` is the form's id. */
export type TypedState = { typed: string };

/** @returns the id of the form in which typing caused the last navigation; else undefined */
export function useTypedForm(): string | undefined {
  const { state } = useLocation();
  return (state as TypedState | null)?.typed;
}
