/** What a shortcut does; its words are `keyboard:shortcut.NAME`. */
type ShortcutAction =
  | { does: "palette" }
  /** To the search field of this page, else to the list's. */
  | { does: "search" }
  /** A path of this app, without a locale. */
  | { does: "go"; path: string }
  /** The first element of the page that matches, if there is one. */
  | { does: "press"; selector: string };

export type Shortcut = {
  name: "palette" | "search" | "newSeller" | "home" | "sellers" | "history" | "edit" | "next" | "previous" | "help";
  /** Pressed one after the other; `mod+k` is Ctrl K, and ⌘ K on a Mac. */
  keys: readonly string[];
} & ShortcutAction;

/** Every shortcut: what the help page lists and what the keys do. */
export const shortcuts: readonly Shortcut[] = [
  { name: "palette", keys: ["mod+k"], does: "palette" },
  { name: "search", keys: ["/"], does: "search" },
  { name: "newSeller", keys: ["n"], does: "go", path: "/sellers/new" },
  { name: "home", keys: ["g", "h"], does: "go", path: "/" },
  { name: "sellers", keys: ["g", "s"], does: "go", path: "/sellers" },
  { name: "history", keys: ["g", "z"], does: "go", path: "/history" },
  { name: "edit", keys: ["e"], does: "press", selector: "main a[data-shortcut=edit]" },
  { name: "next", keys: ["j"], does: "press", selector: "main a[rel=next]" },
  { name: "previous", keys: ["k"], does: "press", selector: "main a[rel=prev]" },
  { name: "help", keys: ["?"], does: "go", path: "/help" },
];

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The key as the table writes it; undefined for one that no shortcut has. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  if (altKey || key.length !== 1) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" && !shiftKey ? "mod+k" : undefined;
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
