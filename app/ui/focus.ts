import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";

/** Focuses the link's target. The router would navigate, and Back would then lose typed text. */
export function focusLinkTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * When a focused message disappears, returns the focus to the element that had it before.
 * @returns `onFocus` for the element around the message
 */
export function useReturnFocus(isShown: boolean): (event: FocusEvent) => void {
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

/**
 * Focuses the element for each new `refusal` object, even if its words are the same. A message
 * above a form (`role="alert"`) is scrolled into view together with the page's heading.
 */
export function useFocusOnRefusal(place: RefObject<HTMLElement>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return;
    if (place.current?.getAttribute("role") === "alert") findHeading()?.scrollIntoView({ block: "nearest" });
    place.current?.focus();
  }, [place, refusal]);
}

/** Focuses the page's heading if the focused element has disappeared. */
export function restoreLostFocus(): void {
  if (document.activeElement !== document.body) return;
  findHeading()?.focus({ preventScroll: true });
}

const findHeading = () => document.querySelector<HTMLElement>("#content h1[tabindex]");
