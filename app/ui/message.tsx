import { Notification, type NotificationProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./message.module.css";
import { type NoticeKind, noticeIcons } from "./notice";

const colours = { success: "green", info: "blue", warning: "yellow", error: "red" } as const;

type MessageProps = { kind: NoticeKind } & Omit<NotificationProps, "icon" | "color" | "role" | "classNames">;

/** Mantine's Notification over the page. The icon's name tells its kind, not colour alone. */
export function Message({ kind, ...rest }: MessageProps) {
  const { t } = useTranslation();
  const Icon = noticeIcons[kind];
  return (
    <Notification
      {...rest}
      role="note"
      color={`var(--mantine-color-${colours[kind]}-light-color)`}
      icon={<Icon size={22} label={t(`notice.${kind}`)} />}
      closeButtonProps={{ "aria-label": t("notice.dismiss") }}
      classNames={classes}
    />
  );
}
