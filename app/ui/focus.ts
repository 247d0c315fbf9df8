import { type FocusEvent, type MouseEvent, useEffect, useRef } from "react";

/**
 * Goes to a link's place on the page. The router would take the fragment for a navigation, drop the
 * action's answer and, on Back, remount a form without its typed text.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * Returns the focus to where it was before a message took it, once that message is gone.
 * @returns `onFocus` for the element around the message
 */
export function useFocusReturned(isShown: boolean): (event: FocusEvent) => void {
  const former = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isShown && document.activeElement === document.body) former.current?.focus({ preventScroll: true });
    if (!isShown) former.current = null;
  }, [isShown]);
  return ({ currentTarget, relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) former.current = relatedTarget;
  };
}
