const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";

/** Opens a path of this app, given without a locale. */
type Go = (path: string) => void;

export type Shortcut = {
  /** Its description is `keyboard:shortcut.NAME`. */
  name: "palette" | "newSeller" | "addAnother" | "edit" | "next" | "previous" | "range" | "rowMenu" | "undo";
  /** `mod+k` is Ctrl K, and ⌘ K on a Mac. */
  keys: string;
  /** Absent for the palette, and for what the list itself does with the mouse. */
  run?: (go: Go) => void;
  /** Whether it also works while a person types into a field. */
  isForFields?: true;
};

/** Every shortcut, for the keys and for the help page. */
export const shortcuts: readonly Shortcut[] = [
  { name: "palette", keys: "mod+k" },
  { name: "newSeller", keys: "n", run: (go) => go("/sellers/new") },
  {
    name: "addAnother",
    keys: "mod+enter",
    run: () => click("main button[name=next][value=another]"),
    isForFields: true,
  },
  { name: "edit", keys: "e", run: () => click("main a[data-shortcut=edit]") },
  { name: "next", keys: "j", run: () => goToRow(1) },
  { name: "previous", keys: "k", run: () => goToRow(-1) },
  { name: "range", keys: "shift+click" },
  { name: "rowMenu", keys: "a", run: () => click("main tbody tr:focus-within [data-row-menu]") },
  { name: "undo", keys: "mod+z", run: () => click('[data-messages] a[href*="/history?change="]') },
];

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A capital letter isn't the small one's key. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): Shortcut | undefined {
  const mod = ctrlKey || metaKey;
  if (altKey || (mod && shiftKey)) return undefined;
  const pressed = mod ? `mod+${key.toLowerCase()}` : key;
  return shortcuts.find(({ keys }) => keys === pressed);
}

export function runShortcut(event: KeyboardEvent, go: Go): void {
  const shortcut = shortcutOf(event);
  const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  if (!isTyping || shortcut?.isForFields) shortcut?.run?.(go);
}

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

/** Moves the focus through the list's rows, and beyond them to the next page or record. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll("main tbody tr:has(input[name=ids])")];
  const row = rows.findIndex((each) => each.contains(document.activeElement));
  const link = rows[row + step]?.querySelector<HTMLElement>("th a");
  if (link) link.focus();
  else click(`main a[rel=${step > 0 ? "next" : "prev"}]`);
}
