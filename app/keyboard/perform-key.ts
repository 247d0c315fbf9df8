import { shortcutOf } from "./shortcuts";

/** @param go opens a path without a locale */
export function performKey(event: KeyboardEvent, go: (path: string) => void): void {
  const shortcut = shortcutOf(event);
  if (shortcut?.does === "go") go(shortcut.path);
  if (shortcut?.does === "press") document.querySelector<HTMLElement>(shortcut.selector)?.click();
  if (shortcut?.does === "row") goToRow(shortcut.step);
}

/** Moves the focus through the list's rows, and beyond them to the next page or record. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll("main tbody tr:has(input[name=ids])")];
  const row = rows.findIndex((each) => each.contains(document.activeElement));
  const link = rows[row + step]?.querySelector<HTMLElement>("th a");
  if (link) link.focus();
  else document.querySelector<HTMLElement>(`main a[rel=${step > 0 ? "next" : "prev"}]`)?.click();
}
