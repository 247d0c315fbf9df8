import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";
import { RouteErrorBoundary } from "./error-screen";
import { FlashMessage } from "./flash-message";
import { Footer } from "./footer";
import { Logo } from "./logo";
import classes from "./public-frame.module.css";

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

/** Has a frame of its own, because Remix renders no layout if the root fails. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
