import { Box } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { Button } from "~/ui";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import { showToast } from "~/ui/toast";
import classes from "./keyboard.module.css";
import type { PaletteProps } from "./palette";
import { useShortcuts } from "./shortcuts";
import { holdKeys, releaseKeys } from "./typed-ahead";

/** Not a top-level import: if the texts failed once, it would fail for the whole document. */
async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  const words = loadNamespaces("keyboard", "history", "import", "sellers");
  const [palette] = await Promise.all([import("./palette"), words]);
  return palette.default;
}

/** The header's button that opens the palette (CSS hides it without scripts), and the shortcuts. */
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
