import { Box, Button } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { SearchIcon } from "~/ui/icons";
import { useRootData, useSellersPath } from "~/ui/root-data";
import { showToast } from "~/ui/toast";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";
import { holdKeys, takeKeys } from "./typed-ahead";

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** The field of the page that sellers are searched in. */
const SEARCH = "main input[type=search]";
const DIALOGS = "dialog[open], [role=dialog]";

/** Comes with its first use. Its words are loaded here, not at the module's top: in a document, a module that failed once stays failed. */
async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  const words = loadNamespaces("keyboard", "history", "import", "sellers");
  const [palette] = await Promise.all([import("./palette"), words]);
  return palette.default;
}

/** The header's button that opens the command palette (CSS hides it without scripts), and all shortcuts. */
export function Keyboard() {
  const { t } = useTranslation();
  const { shortcuts: enabled } = useRootData().preferences;
  /** How often the palette was asked for. */
  const [asked, setAsked] = useState(0);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const callOff = () => {
    takeKeys();
    setAsked(0);
  };
  const open = () => {
    holdKeys(callOff);
    setAsked((times) => times + 1);
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        callOff();
        showToast({ kind: "error", text: t("commandsFailed") });
      },
    );
  };
  useShortcuts(enabled, open);
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
      {asked > 0 && Palette && (
        <Box pos="absolute">
          <Palette asked={asked} takeKeys={takeKeys} />
        </Box>
      )}
    </>
  );
}

/**
 * Listens for the keys of shortcuts; what they do comes with the first of them, so that a page is no heavier for them. Only what a
 * browser would do with such a key itself is held back at once.
 */
function useShortcuts(enabled: boolean, openPalette: () => void): void {
  const navigate = useNavigate();
  const href = useHref();
  const { key } = useLocation();
  const searching = useRef(false);
  const ways = { openPalette, go: (path: string) => navigate(href(path)), sellersPath: useSellersPath(), searching };
  const latest = useRef(ways);
  latest.current = ways;

  // biome-ignore lint/correctness/useExhaustiveDependencies: after the navigation that was begun for it
  useEffect(() => {
    if (!searching.current) return;
    searching.current = false;
    // The page has taken the focus to its heading by then.
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(SEARCH)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [key]);

  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return;
      const { key, ctrlKey, metaKey, shiftKey } = event;
      const mod = ctrlKey || metaKey;
      const typing = event.target instanceof Element && event.target.closest(FIELDS);
      const possible = mod ? !shiftKey && /^(k|enter)$/i.test(key) : key.length === 1 && !typing;
      if (!possible || document.querySelector(DIALOGS)) return;
      const forPalette = mod && key !== "Enter";
      if (key === "/" || forPalette) event.preventDefault();
      // What is typed next is for the palette, or for the field.
      if (forPalette) return latest.current.openPalette();
      if (key === "/") document.querySelector<HTMLElement>(SEARCH)?.focus();
      import("./perform-key").then(({ performKey }) => performKey(event, latest.current)).catch(() => {});
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
