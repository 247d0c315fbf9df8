import { CloseButton } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";
import theme from "~/ui/theme/components.module.css";

type CloseLinkProps = Omit<LinkProps, "children"> & { children: string };

/**
 * A cross that removes a filter or the selection. It has no text: `ignoreSecondClick` drops a quick
 * second click on a control of the same text, and quick clicks at one place may remove two filters.
 */
export function CloseLink({ children, ...link }: CloseLinkProps) {
  return (
    <CloseButton
      renderRoot={({ type: _notForLinks, ...props }) => <Link preventScrollReset {...link} {...props} />}
      className={theme.reach}
      size="1.75rem"
      iconSize={14}
      radius="xl"
      c="inherit"
      aria-label={children}
      title={children}
      data-screen-only
    />
  );
}
