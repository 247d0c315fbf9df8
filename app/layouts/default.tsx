import { Box, Group, Stack, Text } from "@mantine/core";
import { Link, Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SessionWatch } from "~/auth/session/watch/session-watch";
import { useHref } from "~/i18n/use-locale";
import { Keyboard } from "~/keyboard/keyboard";
import { DetailsMenu, MenuList } from "~/layouts/shell/details-menu";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";
import { MainArea } from "~/layouts/shell/main-area";
import { MainNavigation } from "~/layouts/shell/main-navigation";
import { SkipLink } from "~/layouts/shell/skip-link";
import { Avatar } from "~/ui";
import { useRootData } from "~/ui/root-data";
import classes from "./default.module.css";

/** Every signed-in screen: product, navigation and account above, the page, the language below. */
export default function DefaultLayout() {
  return (
    <Stack mih="100dvh" gap={0}>
      <SkipLink />
      <Header />
      <SessionWatch />
      <MainArea>
        <FlashMessage />
        <Outlet />
      </MainArea>
      <Box className={classes.footer} px="var(--panel-page-side)" py="xs" data-screen-only>
        <Footer to={["help", "accessibility", "privacy"]} />
      </Box>
    </Stack>
  );
}

/** Its longest word stands beside the mark on the narrowest phone too. */
const NAME_SIZE = "min(var(--panel-font-size), max(0.875rem, 4.4vw))";

function Header() {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <Group
      component="header"
      gap="0 clamp(0.25rem, 8vw - 1.25rem, 1rem)"
      px="var(--panel-page-side)"
      bg="var(--panel-surface)"
      className={classes.header}
      data-screen-only
    >
      <Group
        renderRoot={(props) => <Link to={href("/")} {...props} />}
        wrap="nowrap"
        gap="0.625rem"
        mih="var(--panel-header-height)"
        c="inherit"
        fw={650}
        fz={NAME_SIZE}
        lh={1.2}
        td="none"
        className={classes.brand}
      >
        <Logo size={28} />
        <span>{t("product")}</span>
      </Group>
      <MainNavigation className={classes.navigation} />
      <Keyboard />
      <Account />
    </Group>
  );
}

function Account() {
  const { t } = useTranslation();
  const href = useHref();
  const { userProfile, applicationStatus } = useRootData();
  const name = userProfile?.displayName;
  return (
    <DetailsMenu
      className={classes.menu}
      look={{
        variant: "subtle",
        color: "gray",
        c: "var(--mantine-color-text)",
        h: "2.75rem",
        px: "0.375rem",
        leftSection: <Avatar name={name ?? userProfile?.mail} size={32} src="/profile/image" />,
      }}
      summary={
        <Stack component="span" gap={0} maw="14rem" lh={1.2} ta="left" className={classes.person}>
          <span className={classes.name}>{name ?? t("account.anonymous")}</span>
          {applicationStatus === "success" && (
            <Text span c="dimmed" fw={400} fz="0.6875rem">
              {t("role")}
            </Text>
          )}
        </Stack>
      }
    >
      <MenuList>
        <li>
          <Link to={href("/profile")}>{t("account.profile")}</Link>
        </li>
        <li>
          <Link to={href("/preferences")}>{t("account.preferences")}</Link>
        </li>
        <li>
          <Link to={href("/help")}>{t("help")}</Link>
        </li>
        <li>
          <Link to={href("/auth/logout")} reloadDocument>
            {t("account.signOut")}
          </Link>
        </li>
      </MenuList>
    </DetailsMenu>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
