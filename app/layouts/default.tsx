import { Link, Outlet, type UIMatch, useLocation, useMatches } from "@remix-run/react";
import { NearEndWithoutScripts } from "~/auth/session/watch/session-expiry";
import { SessionWatch } from "~/auth/session/watch/session-watch";
import { useHref, useT } from "~/i18n/hooks";
import { barePath } from "~/i18n/locales";
import { Keyboard } from "~/keyboard/keyboard";
import { DetailsMenu, MenuList } from "~/layouts/shell/details-menu";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { SeparatePart } from "~/layouts/shell/foreign-changes";
import { Logo } from "~/layouts/shell/logo";
import { MainArea, SkipLink } from "~/layouts/shell/main-area";
import { usePreloadedPages } from "~/layouts/shell/page-preloads";
import { PublicFrame } from "~/layouts/shell/public-frame";
import { Avatar } from "~/ui";
import { usePicturePath, useRootData, useSellersPath } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import classes from "./default.module.css";

/** Marks a public route, which people without the franchisee's role see in `PublicFrame`. */
export type FrameHandle = { isPublic: true };

export default function DefaultLayout() {
  const { applicationStatus } = useRootData();
  const matches = useMatches() as UIMatch<unknown, Partial<FrameHandle> | undefined>[];
  if (applicationStatus !== "success" && matches.some(({ handle }) => handle?.isPublic)) {
    return (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    );
  }
  return <FranchiseeFrame />;
}

function FranchiseeFrame() {
  usePreloadedPages();
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <MainArea>
        <FlashMessage />
        <noscript>{import.meta.env.SSR && <NearEndWithoutScripts />}</noscript>
        <SeparatePart>
          <Outlet />
        </SeparatePart>
      </MainArea>
      <SessionWatch />
      <div className={classes.footer} data-screen-only>
        <Footer to={["help", "accessibility", "privacy"]} />
      </div>
    </div>
  );
}

function Header() {
  const t = useT();
  const href = useHref();
  return (
    <header className={classes.header} data-screen-only>
      <Link to={href("/")} className={classes.brand}>
        <Logo size={28} />
        <span>{t("common:product")}</span>
      </Link>
      <MainNavigation />
      <Keyboard />
      <Account />
    </header>
  );
}

const destinations = [
  { name: "home", path: "/" },
  { name: "sellers", path: "/sellers" },
  { name: "history", path: "/history" },
] as const;

function MainNavigation() {
  const t = useT();
  const href = useHref();
  const sellersPath = useSellersPath();
  const here = barePath(useLocation().pathname);
  return (
    <nav aria-label={t("common:navigation.label")} className={classes.navigation}>
      <ul className={theme.line}>
        {destinations.map(({ name, path }) => {
          const isWithin = path !== "/" && here.startsWith(`${path}/`);
          return (
            <li key={name}>
              <Link
                to={href(name === "sellers" ? sellersPath : path)}
                aria-current={here === path ? "page" : isWithin ? "true" : undefined}
              >
                {t(`common:navigation.${name}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const ownPages = [
  { path: "/profile", text: "common:account.profile" },
  { path: "/preferences", text: "common:account.preferences" },
  { path: "/help", text: "common:help" },
] as const;

function Account() {
  const t = useT();
  const href = useHref();
  const here = barePath(useLocation().pathname);
  const { userProfile, applicationStatus, session } = useRootData();
  const picture = usePicturePath();
  const name = userProfile?.displayName ?? session?.name;
  return (
    <DetailsMenu
      className={classes.menu}
      look={{ variant: "muted" }}
      summary={
        <>
          <Avatar name={name} size={32} src={picture} />
          <span className={`${classes.person} ${theme.spokenBelowDesk}`}>
            <span className={classes.name} translate={name ? "no" : undefined}>
              {name ?? t("common:account.anonymous")}
            </span>
            {applicationStatus === "success" && <span className={classes.role}>{t("common:role")}</span>}
          </span>
        </>
      }
    >
      <MenuList>
        {name && (
          <li className={classes.who} translate="no">
            <strong>{name}</strong>
            {userProfile?.mail && <div className={theme.dimmed}>{userProfile.mail}</div>}
          </li>
        )}
        {ownPages.map(({ path, text }) => (
          <li key={path}>
            <Link to={href(path)} aria-current={here === path ? "page" : undefined}>
              {t(text)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={href("/auth/logout")} reloadDocument>
            {t("common:account.signOut")}
          </Link>
        </li>
      </MenuList>
    </DetailsMenu>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
