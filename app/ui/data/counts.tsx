import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

type CountsProps = {
  /** `bad` makes a count red, `none` makes a zero grey. */
  items: readonly { name: string; count: ReactNode; kind?: "bad" | "none" }[];
};

const colors = { bad: "var(--mantine-color-error)", none: "dimmed" };

export function Counts({ items }: CountsProps) {
  return (
    <Group component="dl" gap="0.75rem 1.5rem" align="start">
      {items.map(({ name, count, kind }) => (
        <Box key={name} miw="7rem">
          <dt>{name}</dt>
          <Text component="dd" c={kind && colors[kind]} fw={650} fz="1.5rem" lh={1.3}>
            {count}
          </Text>
        </Box>
      ))}
    </Group>
  );
}
