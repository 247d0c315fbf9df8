import { CloseButton } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";

type CloseLinkProps = Omit<LinkProps, "children"> & { children: string };

/**
 * A cross that leads to the list without something. Crosses have no text, so that deliberate clicks
 * at one place may press several (`ignoreSecondClick`).
 */
export function CloseLink({ children, ...link }: CloseLinkProps) {
  return (
    <CloseButton
      renderRoot={({ type: _notForLinks, ...props }) => <Link preventScrollReset {...link} {...props} />}
      size="var(--panel-small-control-height)"
      iconSize={14}
      radius="xl"
      c="inherit"
      aria-label={children}
      title={children}
      data-screen-only
    />
  );
}
