import { CloseButton } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";
import theme from "~/ui/theme/components.module.css";

type CloseLinkProps = Omit<LinkProps, "children"> & { children: string };

/** Has a label, but no text: so `ignoreSecondClick` lets quick clicks remove several filters. */
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
