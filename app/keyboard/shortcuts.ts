/** What a shortcut does; its description is `keyboard:shortcut.NAME`. */
type ShortcutAction =
  | { does: "palette" }
  /** Focuses the search field of this page, else the list's. */
  | { does: "search"; selector: string }
  /** Opens a path of this app, given without a locale. */
  | { does: "go"; path: string }
  /** Clicks the first element that matches, if there is one. */
  | { does: "press"; selector: string }
  /** Opens the menu of the focused row. */
  | { does: "rowMenu" }
  /** Focuses the next (1) or previous (-1) row of the list, or ticks the focused one (0). */
  | { does: "row"; step: 1 | -1 | 0 }
  /** Focuses the first element that matches, if there is one. */
  | { does: "focus"; selector: string }
  /** Listed for the help page; the list itself listens to the mouse. */
  | { does: "click" };

export type Shortcut = {
  name:
    | "palette"
    | "search"
    | "newSeller"
    | "addAnother"
    | "home"
    | "sellers"
    | "history"
    | "edit"
    | "next"
    | "previous"
    | "tick"
    | "range"
    | "bulk"
    | "rowMenu"
    | "message"
    | "undo"
    | "help";
  /** A sequence; `mod+k` is Ctrl K, and ⌘ K on a Mac. */
  keys: readonly string[];
} & ShortcutAction;

/** Every shortcut, for the keys and for the help page. */
export const shortcuts: readonly Shortcut[] = [
  { name: "palette", keys: ["mod+k"], does: "palette" },
  {
    name: "search",
    keys: ["/"],
    does: "search",
    selector: "main input[type=search]",
  },
  { name: "newSeller", keys: ["n"], does: "go", path: "/sellers/new" },
  { name: "addAnother", keys: ["mod+enter"], does: "press", selector: "main button[name=next][value=another]" },
  { name: "home", keys: ["g", "p"], does: "go", path: "/" },
  { name: "sellers", keys: ["g", "s"], does: "go", path: "/sellers" },
  { name: "history", keys: ["g", "h"], does: "go", path: "/history" },
  { name: "edit", keys: ["e"], does: "press", selector: "main a[data-shortcut=edit]" },
  { name: "next", keys: ["j"], does: "row", step: 1 },
  { name: "previous", keys: ["k"], does: "row", step: -1 },
  { name: "tick", keys: ["x"], does: "row", step: 0 },
  { name: "range", keys: ["shift+click"], does: "click" },
  { name: "rowMenu", keys: ["a"], does: "rowMenu" },
  { name: "bulk", keys: ["b"], does: "focus", selector: "main #bulk-bar button:not([formaction])" },
  { name: "message", keys: ["m"], does: "focus", selector: "[data-messages] :is(a, button)" },
  // In a field it stays the browser's.
  { name: "undo", keys: ["mod+z"], does: "press", selector: '[data-messages] a[href*="/history?change="]' },
  { name: "help", keys: ["?"], does: "go", path: "/help" },
];

const WITH_MOD: ReadonlySet<string> = new Set(["mod+k", "mod+enter", "mod+z"]);

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The key as `shortcuts` writes it; undefined for a key that no shortcut has. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const pressed = `mod+${key.toLowerCase()}`;
    return !shiftKey && WITH_MOD.has(pressed) ? pressed : undefined;
  }
  if (key.length !== 1) return undefined;
  // Shift isn't looked at: it makes „?”, and a capital letter isn't the small one's key.
  return key;
}

/**
 * @param pending the keys of an incomplete shortcut
 * @returns the keys that are pending now, and the shortcut that the key completes
 */
export function press(pending: readonly string[], key: string): { pending: readonly string[]; shortcut?: Shortcut } {
  const pressed = [...pending, key];
  const possible = shortcuts.filter(({ keys }) => pressed.every((each, at) => keys[at] === each));
  const shortcut = possible.find(({ keys }) => keys.length === pressed.length);
  if (shortcut) return { pending: [], shortcut };
  if (possible.length > 0) return { pending: pressed };
  return pending.length > 0 ? press([], key) : { pending: [] };
}
