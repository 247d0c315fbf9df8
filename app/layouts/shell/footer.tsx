import { Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LanguageSwitch } from "./language-switch";

type FooterProps = {
  /** The pages it leads to: the help is for those who are signed in. */
  to: readonly ("help" | "accessibility" | "privacy")[];
};

/** Below every page: the languages, and what explains the panel. */
export function Footer({ to }: FooterProps) {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <Group component="footer" justify="space-between" gap="0.25rem 1.25rem" c="dimmed" fz="0.8125rem" lh={2}>
      <LanguageSwitch />
      <Group component="ul" gap="0.25rem 1.25rem">
        {to.map((name) => (
          <li key={name}>
            <Text component={Link} to={href(`/${name}`)} c="inherit" td="underline">
              {t(name)}
            </Text>
          </li>
        ))}
      </Group>
    </Group>
  );
}
