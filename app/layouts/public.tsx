import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { barePath } from "~/i18n/locales";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";
import { MainNavigation } from "~/layouts/shell/main-navigation";
import { useRootData } from "~/ui/root-data";
import classes from "./public.module.css";

/** A centred card, for the screens that need nobody signed in. */
function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { applicationStatus } = useRootData();
  // Whoever is signed in and asks for what isn't there goes on to something else.
  const lost = applicationStatus === "success" && barePath(pathname) === "/error/404";
  return (
    <div className={classes.frame}>
      <header className={classes.brand}>
        <Logo size={32} />
        <span>{t("product")}</span>
      </header>
      {lost && <MainNavigation className={classes.navigation} />}
      <main id="content" tabIndex={-1} className={classes.card}>
        <FlashMessage />
        {children}
      </main>
      <Footer to={["accessibility"]} className={classes.footer} />
    </div>
  );
}

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** Where no layout stands any more, this one does. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
