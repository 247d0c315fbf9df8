import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";
import theme from "~/ui/theme/components.module.css";
import classes from "./public-frame.module.css";

/** Frames a page that anybody may see. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={32} />
        <span>{t("common:product")}</span>
      </header>
      <main id="content" tabIndex={-1} className={`${theme.paper} ${classes.main}`}>
        <FlashMessage />
        {children}
      </main>
      <Footer to={["accessibility", "privacy"]} />
    </div>
  );
}
