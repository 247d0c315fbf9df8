import { Box, Group, Paper, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FlashMessage } from "~/layouts/shell/flash-message";
import { Footer } from "~/layouts/shell/footer";
import { Logo } from "~/layouts/shell/logo";

/** Around what anybody may see. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Stack mih="100dvh" maw="calc(36rem + 2 * var(--panel-page-side))" mx="auto" px="var(--panel-page-side)" pb="md">
      <Box flex={1} />
      <Group component="header" gap="sm" fw={650} fz="1rem">
        <Logo size={32} />
        <span>{t("product")}</span>
      </Group>
      <Paper
        component="main"
        id="content"
        tabIndex={-1}
        withBorder
        radius="lg"
        shadow="xs"
        p="clamp(1.25rem, 5vw, 2.5rem)"
      >
        <FlashMessage />
        {children}
      </Paper>
      <Box flex={2} />
      <Footer to={["accessibility", "privacy"]} />
    </Stack>
  );
}
