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

/**
 * Loads the palette's chunk and texts. If `palette.tsx` loaded the texts itself and failed,
 * browsers would cache the failed module, and the palette wouldn't open until a reload.
 */
async function loadPalette() {
  const texts = loadNamespaces("keyboard", "history", "import", "sellers");
  const [palette] = await Promise.all([import("./palette"), texts]);
  return palette;
}

/**
 * The shortcuts, and the palette's button. The button loads the palette's chunk.
 * Until it has loaded, an invisible field has the focus and receives the typed text.
 */
export function Keyboard() {
  const t = useT();
  const { shortcuts: enabled } = useRootData().preferences;
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const typeAheadField = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  const isOpenOrLoading = useRef(false);
  const onClose = () => {
    isOpenOrLoading.current = false;
    typeAheadField.current?.blur();
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
  };
  const open = async () => {
    const field = typeAheadField.current;
    if (!field || isOpenOrLoading.current) return;
    isOpenOrLoading.current = true;
    focusedBefore.current = document.activeElement;
    field.hidden = false;
    field.value = "";
    field.focus({ preventScroll: true });
    try {
      const palette = await loadPalette();
      setPalette(() => palette.default);
      // Escape while the chunk was loading cancels the opening.
      if (isOpenOrLoading.current) palette.openPalette();
    } catch {
      onClose();
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
        {enabled && <kbd className={classes.key}>Ctrl K</kbd>}
      </Button>
      <input
        ref={typeAheadField}
        className={theme.spoken}
        hidden
        aria-label={t("common:commands")}
        autoCorrect="off"
        onKeyDown={({ key }) => key === "Escape" && onClose()}
        onBlur={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
      {Palette && <Palette typeAheadField={typeAheadField} onClose={onClose} />}
    </>
  );
}
