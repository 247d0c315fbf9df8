import { Alert, type AlertProps, Notification, type NotificationProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import { useReturnFocus } from "./focus";
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from "./icons";
import classes from "./notice.module.css";

export type NoticeKind = "success" | "info" | "warning" | "error";

const colors = { success: "green", info: "blue", warning: "yellow", error: "red" } as const;
const icons = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: ErrorIcon };

type NoticeProps = { kind: NoticeKind; title?: string } & Omit<AlertProps, "title" | "icon" | "color">;

/** A message in the page. Its icon has a name, because colour alone can't convey the kind. */
export function Notice({ kind, title, role = "note", ...rest }: NoticeProps) {
  const t = useT();
  const Icon = icons[kind];
  return (
    <Alert
      {...rest}
      role={role}
      color={colors[kind]}
      icon={<Icon label={t(`common:notice.${kind}`)} />}
      title={title && <h2>{title}</h2>}
    />
  );
}

type MessageProps = { kind: NoticeKind } & Omit<NotificationProps, "icon" | "color" | "role" | "classNames">;

export function Message({ kind, ...rest }: MessageProps) {
  const t = useT();
  const Icon = icons[kind];
  return (
    <Notification
      {...rest}
      // The element around the message announces it. Mantine's role would announce it again.
      role="note"
      color={`var(--mantine-color-${colors[kind]}-light-color)`}
      icon={<Icon size={22} label={t(`common:notice.${kind}`)} />}
      closeButtonProps={{ "aria-label": t("common:notice.dismiss") }}
      classNames={classes}
    />
  );
}

export function Floating({ children, role = "alert" }: { children: ReactNode; role?: "alert" | "status" }) {
  const onFocus = useReturnFocus(Boolean(children));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus came from
    <div
      role={role}
      onFocus={onFocus}
      className={classes.floating}
      // Screen readers announce a status only if its element was visible before its text.
      hidden={!children && role !== "status"}
      data-screen-only
    >
      {children && <div className={classes.floatingContent}>{children}</div>}
    </div>
  );
}
