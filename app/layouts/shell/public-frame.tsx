import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";
import theme from "~/ui/theme/components.module.css";
import classes from "./public-frame.module.css";

/** The frame of pages that anybody may see. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={32} />
        <span>{t("product")}</span>
      </header>
      <main id="content" tabIndex={-1} className={`${theme.paper} ${classes.main}`}>
        <FlashMessage />
        {children}
      </main>
      <Footer to={["accessibility", "privacy"]} />
    </div>
  );
}
