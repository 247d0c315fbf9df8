import { keyOf, press } from "./shortcuts";

/** The second key of a sequence comes within this time, in ms, or the sequence is over. */
const SEQUENCE_MS = 1_500;
const TICK = "input[name=ids]";

type Ways = {
  /** @param path without a locale */
  go: (path: string) => void;
  /** The list as the navigation opens it. */
  sellersPath: string;
  /** Set when the search field of the page that comes is to have the focus. */
  searching: { current: boolean };
};

let begun: readonly string[] = [];
let at = 0;

/** Does what a key means, if it ends a shortcut; remembers it, if it begins one. */
export function performKey(event: KeyboardEvent, { go, sellersPath, searching }: Ways): void {
  const key = keyOf(event);
  if (key === undefined) return;
  const pressed = press(event.timeStamp - at < SEQUENCE_MS ? begun : [], key);
  begun = pressed.begun;
  at = event.timeStamp;
  const { shortcut } = pressed;
  if (!shortcut) return;
  if (shortcut.does === "go") go(shortcut.name === "sellers" ? sellersPath : shortcut.path);
  if (shortcut.does === "press") document.querySelector<HTMLElement>(shortcut.selector)?.click();
  if (shortcut.does === "row") toRow(shortcut.step);
  if (shortcut.does !== "search") return;
  const field = document.querySelector<HTMLInputElement>(shortcut.selector);
  field?.focus();
  field?.select();
  if (field) return;
  searching.current = true;
  go("/sellers");
}

/**
 * Moves the focus through the rows of the list; beyond them, and where there is no list, to the next page or record.
 * @param step 0 ticks the row with the focus, or unticks it
 */
function toRow(step: 1 | -1 | 0): void {
  const row = document.activeElement?.closest("main tbody tr");
  if (step === 0) {
    row?.querySelector<HTMLElement>(TICK)?.click();
    return;
  }
  const rows = [...document.querySelectorAll("main tbody tr")].filter((each) => each.querySelector(TICK));
  const link = rows[(row ? rows.indexOf(row) : -1) + step]?.querySelector<HTMLElement>("th a");
  if (link) link.focus();
  else document.querySelector<HTMLElement>(`main a[rel=${step > 0 ? "next" : "prev"}]`)?.click();
}
