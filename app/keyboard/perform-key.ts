import { keyOf, press } from "./shortcuts";

/** A sequence ends when its second key doesn't come within this time, in ms. */
const SEQUENCE_MS = 1_500;
const TICK_BOX = "input[name=ids]";

type Actions = {
  /** @param path without a locale */
  go: (path: string) => void;
  /** The path that the navigation opens the list with. */
  sellersPath: string;
  /** Set when the next page's search field should take the focus. */
  isSearchWanted: { current: boolean };
};

let pendingKeys: readonly string[] = [];
let lastPress = 0;

/** Performs the shortcut that a key completes, or remembers the key when it begins one. */
export function performKey(event: KeyboardEvent, { go, sellersPath, isSearchWanted }: Actions): void {
  const key = keyOf(event);
  if (key === undefined) return;
  const pressed = press(event.timeStamp - lastPress < SEQUENCE_MS ? pendingKeys : [], key);
  pendingKeys = pressed.pending;
  lastPress = event.timeStamp;
  const { shortcut } = pressed;
  if (!shortcut) return;
  if (shortcut.does === "go") go(shortcut.name === "sellers" ? sellersPath : shortcut.path);
  if (shortcut.does === "press") document.querySelector<HTMLElement>(shortcut.selector)?.click();
  if (shortcut.does === "focus") document.querySelector<HTMLElement>(shortcut.selector)?.focus();
  if (shortcut.does === "rowMenu") focusedRow()?.querySelector<HTMLElement>("[data-row-menu]")?.click();
  if (shortcut.does === "row") goToRow(shortcut.step);
  if (shortcut.does !== "search") return;
  const field = document.querySelector<HTMLInputElement>(shortcut.selector);
  field?.focus();
  field?.select();
  if (field) return;
  isSearchWanted.current = true;
  go("/sellers");
}

const focusedRow = () => document.activeElement?.closest("main tbody tr");

/**
 * Moves the focus through the list's rows, and beyond them to the next page or record.
 * @param step 0 ticks or unticks the focused row
 */
function goToRow(step: 1 | -1 | 0): void {
  const row = focusedRow();
  if (step === 0) {
    row?.querySelector<HTMLElement>(TICK_BOX)?.click();
    return;
  }
  const rows = [...document.querySelectorAll("main tbody tr")].filter((each) => each.querySelector(TICK_BOX));
  const link = rows[(row ? rows.indexOf(row) : -1) + step]?.querySelector<HTMLElement>("th a");
  if (link) link.focus();
  else document.querySelector<HTMLElement>(`main a[rel=${step > 0 ? "next" : "prev"}]`)?.click();
}
