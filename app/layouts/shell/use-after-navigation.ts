import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";

/** Acts after each navigation without a new document. */
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
 * Moves the focus from a pager's links to the beginning of the paged element.
 * @param id of that element
 * @returns `onClick` for the element around the links
 */
export function useFocusAfterTurning(id: string): (event: MouseEvent) => void {
  const isTurning = useRef(false);
  useAfterNavigation(() => {
    if (isTurning.current) document.getElementById(id)?.focus({ preventScroll: true });
    isTurning.current = false;
  });
  return (event) => {
    // The router prevents the default of the clicks that it follows; others open another tab.
    isTurning.current = event.defaultPrevented;
  };
}
