import { Alert, type AlertProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from "./icons";

export type NoticeKind = "success" | "info" | "warning" | "error";

const noticeColors = { success: "green", info: "blue", warning: "yellow", error: "red" } as const;
export const noticeIcons = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: ErrorIcon };

type NoticeProps = { kind: NoticeKind; title?: string } & Omit<AlertProps, "title" | "icon" | "color">;

/** A message in the page. The icon's name tells its kind, not colour alone. */
export function Notice({ kind, title, role = "note", ...rest }: NoticeProps) {
  const { t } = useTranslation();
  const Icon = noticeIcons[kind];
  return (
    <Alert
      {...rest}
      role={role}
      color={noticeColors[kind]}
      icon={<Icon label={t(`notice.${kind}`)} />}
      title={title && <h2>{title}</h2>}
    />
  );
}
