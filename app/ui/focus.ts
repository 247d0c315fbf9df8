import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Focuses the element that a link such as `#email` names. The router would take the click for a
 * navigation: it would drop the action's answer and, on Back, the text typed into the form.
 */
export function focusLinkTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * When a message that took the focus disappears, the focus goes back to where it was.
 * @returns `onFocus` for the element around the message
 */
export function useFocusReturned(isShown: boolean): (event: FocusEvent) => void {
  const focusedBefore = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isShown && document.activeElement === document.body) focusedBefore.current?.focus({ preventScroll: true });
    if (!isShown) focusedBefore.current = null;
  }, [isShown]);
  return ({ currentTarget, relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget;
  };
}

/** Focuses a refusal's message, again for each new refusal object, even with the same words. */
export function useFocusOnRefusal(place: RefObject<HTMLElement>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) place.current?.focus();
  }, [place, refusal]);
}

/** Focuses the heading if the focused element was removed. */
export function restoreLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("#content h1[tabindex]")?.focus({ preventScroll: true });
}
