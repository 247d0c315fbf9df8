import { Box } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { Button } from "~/ui";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import { showToast } from "~/ui/toast";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";
import { holdKeys, releaseKeys } from "./typed-ahead";

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const MODALS = "dialog[open], [aria-modal=true]";
const DIALOGS = `${MODALS}, [role=dialog]`;

/** Not a top-level import: if the texts failed once, it would fail for the whole document. */
async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  const words = loadNamespaces("keyboard", "history", "import", "sellers");
  const [palette] = await Promise.all([import("./palette"), words]);
  return palette.default;
}

/** The header's button that opens the palette (CSS hides it without scripts), and all shortcuts. */
export function Keyboard() {
  const { t } = useTranslation();
  const { shortcuts: enabled } = useRootData().preferences;
  /** How often the palette was opened. */
  const [openings, setOpenings] = useState(0);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const cancel = () => {
    releaseKeys();
    setOpenings(0);
  };
  const open = () => {
    holdKeys(cancel);
    setOpenings((times) => times + 1);
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        cancel();
        showToast({ kind: "error", text: t("commandsFailed") });
      },
    );
  };
  useShortcuts(enabled, open);
  return (
    <>
      <Button
        className={classes.opener}
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts={enabled ? "Control+K Meta+K" : undefined}
      >
        <SearchIcon />
        <span className={classes.word}>{t("commands")}</span>
        {enabled && <kbd>Ctrl K</kbd>}
      </Button>
      {openings > 0 && Palette && (
        <Box pos="absolute">
          <Palette openings={openings} releaseKeys={releaseKeys} />
        </Box>
      )}
    </>
  );
}

/**
 * What keys do is loaded with the first one, to keep pages light; only the palette opens at once,
 * so that the next keys go to it.
 */
function useShortcuts(enabled: boolean, openPalette: () => void): void {
  const navigate = useNavigate();
  const href = useHref();
  const actions = { openPalette, go: (path: string) => navigate(href(path)) };
  const latest = useRef(actions);
  latest.current = actions;

  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return;
      const key = event.key.toLowerCase();
      const mod = (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isForPalette = mod && key === "k";
      const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
      const isPossible = mod ? key === "enter" || (key === "z" && !isTyping) : key.length === 1 && !isTyping;
      if ((!isPossible && !isForPalette) || document.querySelector(isForPalette ? MODALS : DIALOGS)) return;
      if (!isForPalette) {
        import("./perform-key").then(({ performKey }) => performKey(event, latest.current.go)).catch(() => {});
        return;
      }
      event.preventDefault();
      latest.current.openPalette();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
