import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Drawing, type DrawingKind } from "./drawing";

type EmptyStateProps = {
  kind: DrawingKind;
  title: string;
  /** The heading's level. */
  level?: 2 | 3;
  /** What to do about it, as running text. */
  children?: ReactNode;
  /** LinkButtons. */
  actions?: ReactNode;
};

/** Says in place of the missing content why there is nothing, and what to do. */
export function EmptyState({ kind, title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <Stack align="center" gap="xs" px="md" py="xl" ta="center">
      <Drawing kind={kind} />
      <Heading style={{ marginTop: "0.5rem" }}>{title}</Heading>
      {children && (
        <Text component="div" c="dimmed" maw="32rem">
          {children}
        </Text>
      )}
      {actions && (
        <Group justify="center" gap="xs" mt="sm">
          {actions}
        </Group>
      )}
    </Stack>
  );
}
