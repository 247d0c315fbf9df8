import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Drawing, type DrawingKind } from "./drawing";
import classes from "./statement.module.css";
import theme from "./theme/components.module.css";

type StatementProps = {
  drawing: DrawingKind;
  title: string;
  level?: 1 | 2 | 3;
  lang?: string;
  children?: ReactNode;
  actions?: ReactNode;
  footnote?: ReactNode;
};

export function Statement({ drawing, title, level = 1, lang, children, actions, footnote }: StatementProps) {
  const Heading = `h${level}` as const;
  const padding = level === 1 ? {} : { px: "md", py: "xl" };
  return (
    <Stack lang={lang} align="center" gap="xs" maw="40rem" mx="auto" ta="center" className={classes.root} {...padding}>
      <Drawing kind={drawing} />
      <Heading tabIndex={-1}>{title}</Heading>
      {children && (
        <Stack gap="0.75rem" c="dimmed">
          {children}
        </Stack>
      )}
      {actions && (
        <Group justify="center" gap="0.5rem 0.75rem" mt="sm" className={`${theme.actions} ${theme.stacked}`}>
          {actions}
        </Group>
      )}
      {footnote && (
        <Text component="div" className={classes.foot} c="dimmed" fz="0.8125rem" mt="md">
          {footnote}
        </Text>
      )}
    </Stack>
  );
}
