import { getHotkeyHandler, type HotkeyItem, useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@remix-run/react";
import { useHref } from "~/i18n/hooks";

/** Every shortcut; `mod` is Ctrl, and ⌘ on a Mac. Its description is `keyboard:shortcut.NAME`. */
export const shortcuts = [
  { name: "palette", keys: "mod+k" },
  { name: "newSeller", keys: "n" },
  { name: "addAnother", keys: "mod+enter" },
  { name: "edit", keys: "e" },
  { name: "next", keys: "j" },
  { name: "previous", keys: "k" },
  // The list itself handles this click.
  { name: "range", keys: "shift+click" },
  { name: "rowMenu", keys: "a" },
  { name: "undo", keys: "mod+z" },
] as const;
type ShortcutName = (typeof shortcuts)[number]["name"];

/** Letters, and the browser's own undo, stay with the field in which a person types. */
const IN_FIELDS: readonly ShortcutName[] = ["palette", "addAnother"];
const FIELDS = "input:not([type=checkbox]), textarea, select";
/** No shortcut acts behind a dialog, but the palette opens over one that isn't modal. */
const MODALS = "dialog[open], [aria-modal=true]";
const DIALOGS = `${MODALS}, [role=dialog]`;

export function useShortcuts(isOn: boolean, openPalette: () => void): void {
  const navigate = useNavigate();
  const href = useHref();
  const actions: Partial<Record<ShortcutName, () => void>> = {
    palette: openPalette,
    newSeller: () => navigate(href("/sellers/new")),
    addAnother: () => click("main button[name=next][value=another]"),
    edit: () => click("main a[data-shortcut=edit]"),
    next: () => goToRow(1),
    previous: () => goToRow(-1),
    rowMenu: () => click("main tbody tr:focus-within :is(a[role=button], [aria-haspopup=menu])"),
    undo: () => click('[data-messages] a[href*="/history?change="]'),
  };
  useWindowEvent("keydown", (event) => {
    if (!isOn || event.defaultPrevented || event.isComposing || event.repeat) return;
    const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
    const usable = shortcuts.filter(({ name }) => !isTyping || IN_FIELDS.includes(name));
    const act = (name: ShortcutName) => {
      if (!document.querySelector(name === "palette" ? MODALS : DIALOGS)) actions[name]?.();
    };
    // The browser keeps what it does with keys, such as a new tab for Ctrl Enter on a link.
    const hotkeys = usable.map(
      ({ name, keys }): HotkeyItem => [keys, () => act(name), { preventDefault: name === "palette" }],
    );
    getHotkeyHandler(hotkeys)(event);
  });
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
