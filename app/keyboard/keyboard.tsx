import { Box, Button } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";
import { keyOf, press, type Shortcut } from "./shortcuts";

/** The second key of a sequence comes within this time, in ms, or the sequence is over. */
const SEQUENCE_MS = 1_500;
const FIELDS = "input, textarea, select, [contenteditable]";
const DIALOGS = "dialog[open], [role=dialog]";

/** Comes with its first use; a page whose version is gone from the server does as well without it. */
const Palette = lazy<ComponentType<PaletteProps>>(() => import("./palette").catch(() => ({ default: () => null })));

/** The header's button that opens the command palette (CSS hides it without scripts), and all shortcuts. */
export function Keyboard() {
  const { t } = useTranslation();
  const { shortcuts: enabled } = useRootData().preferences;
  /** How often the palette was asked for. */
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((times) => times + 1);
  useShortcuts(enabled, useDeeds(open));
  return (
    <>
      <Button
        classNames={classes}
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts={enabled ? "Control+K Meta+K" : undefined}
      >
        <SearchIcon />
        <span className={classes.word}>{t("commands")}</span>
        {enabled && <kbd>Ctrl K</kbd>}
      </Button>
      {asked > 0 && (
        <Box pos="absolute">
          <Suspense fallback={null}>
            <Palette asked={asked} />
          </Suspense>
        </Box>
      )}
    </>
  );
}

function useDeeds(openPalette: () => void): (shortcut: Shortcut) => void {
  const navigate = useNavigate();
  const href = useHref();
  const { key } = useLocation();
  const searching = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after the navigation that was begun for it
  useEffect(() => {
    if (!searching.current) return;
    searching.current = false;
    // The page has taken the focus to its heading by then.
    const frame = requestAnimationFrame(() => void focusSearch());
    return () => cancelAnimationFrame(frame);
  }, [key]);

  return (shortcut) => {
    switch (shortcut.does) {
      case "palette":
        return openPalette();
      case "go":
        return navigate(href(shortcut.path));
      case "press":
        return document.querySelector<HTMLElement>(shortcut.selector)?.click();
      case "search":
        if (focusSearch()) return;
        searching.current = true;
        return navigate(href("/sellers"));
    }
  };
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [role=search] input[name=q], main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}

function useShortcuts(enabled: boolean, perform: (shortcut: Shortcut) => void) {
  const latest = useRef(perform);
  latest.current = perform;
  useEffect(() => {
    if (!enabled) return;
    let begun: readonly string[] = [];
    let at = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key === undefined || event.defaultPrevented || event.isComposing || event.repeat) return;
      const typing = event.target instanceof Element && event.target.closest(FIELDS);
      if ((typing && key !== "mod+k") || document.querySelector(DIALOGS)) return;
      const pressed = press(event.timeStamp - at < SEQUENCE_MS ? begun : [], key);
      begun = pressed.begun;
      at = event.timeStamp;
      if (!pressed.shortcut) return;
      event.preventDefault();
      latest.current(pressed.shortcut);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
