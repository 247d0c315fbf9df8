import { CloseButton } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";
import theme from "~/ui/theme/components.module.css";

type CloseLinkProps = Omit<LinkProps, "children"> & { children: string };

/** A cross that leads to the list without something; its text is for screen readers. */
export function CloseLink({ children, ...link }: CloseLinkProps) {
  return (
    <CloseButton
      renderRoot={({ type: _notForLinks, ...props }) => <Link preventScrollReset {...link} {...props} />}
      size="var(--panel-small-control-height)"
      iconSize={14}
      radius="xl"
      c="inherit"
      title={children}
      data-screen-only
    >
      <div className={theme.spoken}>{children}</div>
    </CloseButton>
  );
}
