/** What a shortcut does; its words are `keyboard:shortcut.NAME`. */
type ShortcutAction =
  | { does: "palette" }
  /** To the search field of this page, else to the list's. */
  | { does: "search"; selector: string }
  /** A path of this app, without a locale. */
  | { does: "go"; path: string }
  /** The first element of the page that matches, if there is one. */
  | { does: "press"; selector: string }
  /** To the row of the list after or before the one with the focus, or ticks that one (0). */
  | { does: "row"; step: 1 | -1 | 0 }
  /** With the mouse, which the list itself listens to. */
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
    | "help";
  /** Pressed one after the other; `mod+k` is Ctrl K, and ⌘ K on a Mac. */
  keys: readonly string[];
} & ShortcutAction;

/** Every shortcut: what the help page lists and what the keys do. */
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
  { name: "help", keys: ["?"], does: "go", path: "/help" },
];

/** These mean the same in a field, where nothing else does. */
const WITH_MOD: ReadonlySet<string> = new Set(["mod+k", "mod+enter"]);

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The key as the table writes it; undefined for one that no shortcut has. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const pressed = `mod+${key.toLowerCase()}`;
    return !shiftKey && WITH_MOD.has(pressed) ? pressed : undefined;
  }
  if (key.length !== 1) return undefined;
  // Shift makes „?”; a capital letter is another key than the small one.
  return key;
}

/**
 * @param before the keys of a shortcut that was begun
 * @returns the keys of one that is begun now, and the one that is complete
 */
export function press(before: readonly string[], key: string): { begun: readonly string[]; shortcut?: Shortcut } {
  const pressed = [...before, key];
  const possible = shortcuts.filter(({ keys }) => pressed.every((each, at) => keys[at] === each));
  const shortcut = possible.find(({ keys }) => keys.length === pressed.length);
  if (shortcut) return { begun: [], shortcut };
  if (possible.length > 0) return { begun: pressed };
  return before.length > 0 ? press([], key) : { begun: [] };
}
