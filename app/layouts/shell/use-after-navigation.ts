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
    // The router prevents the default of the clicks that it handles. Ctrl click opens a tab.
    isPaging.current = event.defaultPrevented;
  };
}

/** The state of a history entry that typing into a form has created. */
export type TypedState = { typedFormId: string };

/** @returns the form's id if typing caused the last navigation */
export function useTypedFormId(): string | undefined {
  const { state } = useLocation();
  return (state as TypedState | null)?.typedFormId;
}
