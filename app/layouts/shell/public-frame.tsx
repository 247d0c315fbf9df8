import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import { RouteErrorBoundary } from "./error-screen";
import { FlashMessage } from "./flash-message";
import { Footer } from "./footer";
import { Logo } from "./logo";
import classes from "./public-frame.module.css";

export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const { session } = useRootData();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={32} />
        <span>{t("common:product")}</span>
        {session?.name && (
          <bdi className={classes.person} translate="no">
            {session.name}
          </bdi>
        )}
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
