import type { HTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "./class-names";
import { CheckIcon, ErrorIcon, InfoIcon, WarningIcon } from "./icons";
import classes from "./ui.module.css";

export type NoticeKind = "success" | "info" | "warning" | "error";

const icons = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: ErrorIcon };

type NoticeProps = { kind: NoticeKind; title?: string } & Omit<HTMLAttributes<HTMLDivElement>, "title">;

/**
 * A message in the page. Its kind is told by the icon's name too, not by colour alone. It takes `role`, `id` and
 * `tabIndex` for the places that announce it or move the focus to it.
 */
export function Notice({ kind, title, children, className, ...rest }: NoticeProps) {
  const { t } = useTranslation();
  const Icon = icons[kind];
  return (
    <div {...rest} className={classNames(classes.notice, kind !== "info" && classes[kind], className)}>
      <Icon label={t(`notice.${kind}`)} />
      <div className={classes.noticeBody}>
        {title && <h2 className={classes.noticeTitle}>{title}</h2>}
        {children}
      </div>
    </div>
  );
}
