import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import classes from "./public.module.css";

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** Frames a page that anybody may see. */
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

/** The root's error screen. No layout is rendered when the root fails. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
