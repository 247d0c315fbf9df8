import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";

/** The router would treat `#email` as a navigation, and Back would lose the typed text. */
export function focusLinkTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** @returns `onFocus` for the element around a message that may disappear while it has the focus */
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

/** Focuses the element for each new `refusal` object, even if its words are the same. */
export function useFocusOnRefusal(place: RefObject<HTMLElement>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) place.current?.focus();
  }, [place, refusal]);
}

export function restoreLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("#content h1[tabindex]")?.focus({ preventScroll: true });
}
