import { getHotkeyHandler, type HotkeyItem, useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@remix-run/react";
import { useHref } from "~/i18n/hooks";

/** `mod` is Ctrl, or ⌘ on a Mac. `text` is the key of the help's words. */
export const shortcuts = [
  { name: "palette", keys: "mod+k", text: "keyboard:palette.placeholder" },
  { name: "newSeller", keys: "n", text: "sellers:list.add" },
  { name: "search", keys: "/", text: "keyboard:shortcut.search" },
  { name: "send", keys: "mod+enter", text: "keyboard:shortcut.send" },
  { name: "edit", keys: "e", text: "keyboard:shortcut.edit" },
  { name: "next", keys: "j", text: "keyboard:shortcut.next" },
  { name: "previous", keys: "k", text: "keyboard:shortcut.previous" },
  { name: "tick", keys: "x", text: "keyboard:shortcut.tick" },
  // The list's row selection handles this click.
  { name: "range", keys: "shift+click", text: "keyboard:shortcut.range" },
  { name: "rowMenu", keys: "a", text: "keyboard:shortcut.rowMenu" },
] as const;
type ShortcutName = (typeof shortcuts)[number]["name"];

/** These work in fields, too. In a field „n” is a letter. */
const IN_FIELDS: readonly ShortcutName[] = ["palette", "send"];
const FIELDS = "input:not([type=checkbox]), textarea, select";
/** Behind a modal dialog no shortcut works; behind a calendar, say, only the palette's works. */
const MODALS = "dialog[open], [aria-modal=true]";
const DIALOGS = `${MODALS}, [role=dialog]`;

export function useShortcuts(isOn: boolean, openPalette: () => void): void {
  const navigate = useNavigate();
  const href = useHref();
  const actions: Partial<Record<ShortcutName, () => void>> = {
    palette: openPalette,
    newSeller: () => navigate(href("/sellers/new")),
    search: () => document.querySelector<HTMLElement>("main input[type=search]")?.focus(),
    send: () => click("main button[data-shortcut=send]"),
    edit: () => click("main a[data-shortcut=edit]"),
    next: () => goToRow(1),
    previous: () => goToRow(-1),
    tick: () => click("main tbody tr:focus-within input[name=ids]"),
    rowMenu: () => click("main tbody tr:focus-within :is(a[role=button], [aria-haspopup=menu])"),
  };
  useWindowEvent("keydown", (event) => {
    if (!isOn || event.defaultPrevented || event.isComposing || event.repeat) return;
    const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
    const usable = shortcuts.filter(({ name }) => !isTyping || IN_FIELDS.includes(name));
    const act = (name: ShortcutName) => {
      if (!document.querySelector(name === "palette" ? MODALS : DIALOGS)) actions[name]?.();
    };
    // `send`, for example, keeps the browser's own action: Ctrl Enter on a link opens a tab.
    const hotkeys = usable.map(
      ({ name, keys }): HotkeyItem => [
        keys,
        () => act(name),
        { preventDefault: name === "palette" || name === "search" },
      ],
    );
    getHotkeyHandler(hotkeys)(event);
  });
}

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}

/** Focuses the next row; after the last row, or on a record, opens the next page or record. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll("main tbody tr:has(input[name=ids])")];
  const row = rows.findIndex((each) => each.contains(document.activeElement));
  const link = rows[row + step]?.querySelector<HTMLElement>("th a");
  if (link) link.focus();
  else click(`main a[rel=${step > 0 ? "next" : "prev"}]`);
}
