import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";

/** Does something each time that the browser has come to where it was on its way to, without a new document. */
export function useAfterNavigation(act: () => void): void {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const ended = before.current !== "idle" && state === "idle";
    before.current = state;
    if (ended) act();
  });
}

/**
 * For the links that turn the pages of what has this id: the window goes up to the next page's beginning, and so does the
 * focus, which would stay below it, out of sight.
 * @returns for the element around the links, `onClick`
 */
export function useFocusAfterTurning(id: string): (event: MouseEvent) => void {
  const turned = useRef(false);
  useAfterNavigation(() => {
    if (turned.current) document.getElementById(id)?.focus({ preventScroll: true });
    turned.current = false;
  });
  return (event) => {
    // The router has taken the click, which opens no other tab then.
    turned.current = event.defaultPrevented;
  };
}
