import { type ComponentType, useRef, useState } from "react";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import { showToast } from "~/ui/toast";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";
import { useShortcuts } from "./shortcuts";

/** `palette.tsx` itself doesn't load its texts, because browsers cache a failed module. */
async function loadPalette() {
  const texts = loadNamespaces("keyboard", "history", "import", "sellers");
  const [palette] = await Promise.all([import("./palette"), texts]);
  return palette;
}

export function Keyboard() {
  const t = useT();
  const { shortcuts: enabled } = useRootData().preferences;
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  /** Gets the text that is typed while the palette loads; the palette then copies the text. */
  const typedAhead = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  /** True from the opening to the closing, also while the palette's chunk is loading. */
  const isWanted = useRef(false);
  const returnFocus = () => {
    isWanted.current = false;
    typedAhead.current?.blur();
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
  };
  const open = async () => {
    const field = typedAhead.current;
    if (!field || isWanted.current) return;
    isWanted.current = true;
    focusedBefore.current = document.activeElement;
    field.hidden = false;
    field.value = "";
    field.focus({ preventScroll: true });
    try {
      const palette = await loadPalette();
      setPalette(() => palette.default);
      if (isWanted.current) palette.openPalette();
    } catch {
      returnFocus();
      showToast({ kind: "error", text: t("common:commandsFailed") });
    }
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
        <span className={theme.spokenBelowDesk}>{t("common:commands")}</span>
        {enabled && <kbd>Ctrl K</kbd>}
      </Button>
      <input
        ref={typedAhead}
        className={theme.spoken}
        hidden
        aria-label={t("common:commands")}
        autoCorrect="off"
        onKeyDown={({ key }) => key === "Escape" && returnFocus()}
        onBlur={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
      {Palette && <Palette typedAhead={typedAhead} onClose={returnFocus} />}
    </>
  );
}
