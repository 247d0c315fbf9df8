import { type FocusEvent, useEffect, useRef } from "react";

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
