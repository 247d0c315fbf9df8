import type { MouseEvent } from "react";

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
