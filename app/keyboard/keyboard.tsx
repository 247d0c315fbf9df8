import { Button } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import classes from "./keyboard.module.css";
import { Palette } from "./palette";

const MODALS = "dialog[open], [aria-modal=true]";

/** The header's button that opens the palette (CSS hides it without scripts), and all shortcuts. */
export function Keyboard() {
  const { t } = useTranslation();
  const { shortcuts: enabled } = useRootData().preferences;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useShortcuts(enabled, open);
  return (
    <>
      <Button
        classNames={{ root: classes.button, label: classes.label }}
        onClick={open}
        aria-label={t("commands")}
        aria-haspopup="dialog"
        aria-keyshortcuts={enabled ? "Control+K Meta+K" : undefined}
      >
        <SearchIcon />
        <span>{t("commands")}</span>
        {enabled && <kbd>Ctrl K</kbd>}
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
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
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const isForPalette = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "k";
      if (document.querySelector(isForPalette ? MODALS : `${MODALS}, [role=dialog]`)) return;
      if (isForPalette) {
        event.preventDefault();
        latest.current.openPalette();
      } else {
        import("./shortcuts").then(({ runShortcut }) => runShortcut(event, latest.current.go)).catch(() => {});
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
