import type { MouseEvent } from "react";

/**
 * Goes to the place of the page that a link names. The router would take the new fragment for a navigation, forget what
 * the server answered, and, on Back, make a form anew with all that was typed into it gone.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
