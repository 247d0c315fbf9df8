import { Box, Button } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { SearchIcon } from "~/ui/icons";
import { useRootData, useSellersPath } from "~/ui/root-data";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** The field of the page that sellers are searched in. */
const SEARCH = "main input[type=search]";
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
      if (key === "/" || (mod && key !== "Enter")) event.preventDefault();
      // What is typed next is for the field.
      if (key === "/") document.querySelector<HTMLElement>(SEARCH)?.focus();
      import("./perform-key").then(({ performKey }) => performKey(event, latest.current)).catch(() => {});
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
