import { Box, Group, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import theme from "~/ui/theme/components.module.css";

type PageHeaderProps = {
  title: string;
  /** The title is a name, which no browser may translate. */
  isName?: boolean;
  description?: ReactNode;
  back?: BackLinkProps;
  /** The page's actions, e.g. LinkButtons. */
  children?: ReactNode;
};

/** The page's one h1, which takes the focus after a navigation. */
export function PageHeader({ title, isName, description, back, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" gap="sm" mb="lg">
      <Text component="div" miw={0}>
        {back && (
          <Box mb="xs">
            <BackLink {...back} />
          </Box>
        )}
        <Title order={1} tabIndex={-1}>
          <bdi translate={isName ? "no" : undefined}>{title}</bdi>
        </Title>
        {description && <Text c="dimmed">{description}</Text>}
      </Text>
      {children && (
        <Group gap="xs" data-screen-only>
          {children}
        </Group>
      )}
    </Group>
  );
}

export type BackLinkProps = { to: string; text: string };

/** Leads to the page above this one. */
export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Text component={Link} to={to} c="dimmed" className={`${theme.quiet} ${theme.reach}`} data-screen-only>
      <span aria-hidden="true">← </span>
      {text}
    </Text>
  );
}
