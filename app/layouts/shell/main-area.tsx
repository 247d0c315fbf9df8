import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "~/layouts/shell/main-area.module.css";
import { focusTarget } from "~/ui/focus-target";

/** The first thing that Tab reaches: over the header, to the page itself. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <Button component="a" href="#content" variant="filled" className={classes.skip} onClick={focusTarget}>
      {t("skipToContent")}
    </Button>
  );
}

export function MainArea({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
