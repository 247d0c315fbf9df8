import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";

/** Acts after each navigation without a new document. */
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
 * For links that turn the pages of the element with this id: the focus goes to its beginning
 * instead of staying below.
 * @returns `onClick` for the element around the links
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
