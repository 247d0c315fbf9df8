/** What a shortcut does; its description is `keyboard:shortcut.NAME`. */
type ShortcutAction =
  | { does: "palette" }
  /** Opens a path of this app, given without a locale. */
  | { does: "go"; path: string }
  /** Clicks the first element that matches, if there is one. */
  | { does: "press"; selector: string }
  /** Focuses the next (1) or previous (-1) row of the list. */
  | { does: "row"; step: 1 | -1 }
  /** Listed for the help page; the list itself listens to the mouse. */
  | { does: "click" };

export type Shortcut = {
  name: "palette" | "newSeller" | "addAnother" | "edit" | "next" | "previous" | "range" | "rowMenu" | "undo";
  /** `mod+k` is Ctrl K, and ⌘ K on a Mac. */
  keys: string;
} & ShortcutAction;

/** Every shortcut, for the keys and for the help page. */
export const shortcuts: readonly Shortcut[] = [
  { name: "palette", keys: "mod+k", does: "palette" },
  { name: "newSeller", keys: "n", does: "go", path: "/sellers/new" },
  { name: "addAnother", keys: "mod+enter", does: "press", selector: "main button[name=next][value=another]" },
  { name: "edit", keys: "e", does: "press", selector: "main a[data-shortcut=edit]" },
  { name: "next", keys: "j", does: "row", step: 1 },
  { name: "previous", keys: "k", does: "row", step: -1 },
  { name: "range", keys: "shift+click", does: "click" },
  {
    name: "rowMenu",
    keys: "a",
    does: "press",
    selector: "main tbody tr:focus-within :is(a[role=button], [aria-haspopup=menu])",
  },
  // In a field it stays the browser's.
  { name: "undo", keys: "mod+z", does: "press", selector: '[data-messages] a[href*="/history?change="]' },
];

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A capital letter isn't the small one's key. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): Shortcut | undefined {
  const mod = ctrlKey || metaKey;
  if (altKey || (mod && shiftKey)) return undefined;
  const pressed = mod ? `mod+${key.toLowerCase()}` : key;
  return shortcuts.find(({ keys }) => keys === pressed);
}
