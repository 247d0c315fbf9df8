import { Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import theme from "./theme/components.module.css";

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
