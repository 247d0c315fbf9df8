import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import { buttonClass } from "~/ui";
import { focusLinkTarget } from "~/ui/focus";
import classes from "./main-area.module.css";

export function SkipLink() {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to the main area, and moves the focus there, too
    <a href="#content" className={buttonClass({ variant: "filled" }, classes.skip)} onClick={focusLinkTarget}>
      {t("common:skipToContent")}
    </a>
  );
}

export function MainArea({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
