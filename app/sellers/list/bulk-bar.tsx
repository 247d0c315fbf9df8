import { Button, Group, Paper, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isFiltered } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";
import { DownloadIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./bulk-bar.module.css";
import { CopyEmailsButton } from "./copy-emails-button";
import { type ListState, useListHref } from "./list-href";

/** The target of the list's second skip link. */
export const BULK_BAR_ID = "bulk-bar";

type BulkBarProps = ListState & {
  total: number;
  /** Selected rows on all pages. */
  selected: number;
  onOtherPages: number;
  /** Selected rows that are on no page of this list. */
  offList: number;
  /** Exceptions from `all`. */
  leftOut: number;
  /** Whether the last row found no room. */
  isFull: boolean;
  /** How often the form was posted with nobody selected, since the last selection. */
  emptyPosts: number;
  /** Whether all that match are selected; undefined when their number is unknown. */
  all: boolean | undefined;
  onAll: (wanted: boolean) => void;
  onClear: () => void;
};

export function BulkBar({
  total,
  selected,
  onOtherPages,
  offList,
  leftOut,
  isFull,
  emptyPosts,
  all,
  onAll,
  onClear,
  ...state
}: BulkBarProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { withChange } = useListHref(state);
  const { page } = state.query;
  const filtered = isFiltered(state.query);
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (emptyPosts > 0) problem.current?.focus();
  }, [emptyPosts]);
  const count = [
    t("selection.count", { count: selected }),
    onOtherPages > 0 && t("selection.onOtherPages", { onOtherPages }),
    offList > 0 && t("selection.offList", { offList }),
  ];
  const allCount = leftOut
    ? t("selection.allBut", { leftOut, rest: total - leftOut })
    : t(filtered ? "selection.allMatchingSelected" : "selection.allSelected", { total });
  const isEmpty = !all && selected === 0;
  const number = all ? total - leftOut : selected;
  return (
    <Paper
      component="fieldset"
      withBorder
      radius="lg"
      id={BULK_BAR_ID}
      tabIndex={-1}
      aria-label={t("selection.label")}
      className={classes.bar}
      data-selected={!isEmpty || emptyPosts > 0 || undefined}
      data-at-bottom
      data-screen-only
    >
      {emptyPosts > 0 && (
        // biome-ignore lint/a11y/noAutofocus: after the refusal a reader should hear its reason first.
        <p ref={problem} role="alert" tabIndex={-1} autoFocus>
          {t("selection.nobody")}
        </p>
      )}
      {all !== undefined && (
        <label className={theme.tickLine}>
          <input type="checkbox" name="all" value="1" checked={all} onChange={(event) => onAll(event.target.checked)} />
          {t(filtered ? "selection.allMatching" : "selection.all", { total })}
        </label>
      )}
      <Text
        role="status"
        flex="1 1 auto"
        fw={isEmpty ? undefined : 550}
        className={all && !leftOut && !isFull ? theme.spoken : undefined}
      >
        {all && allCount}
        {!all && selected > 0 && count.filter(Boolean).join(", ")}
        {isEmpty && emptyPosts === 0 && t("selection.none")}
        {isFull && ` ${t(all ? "selection.leftOutFull" : "selection.full")}`}
      </Text>
      {!isEmpty && (
        <Link
          to={withChange({ page, selection: undefined })}
          onClick={onClear}
          preventScrollReset
          className={theme.reach}
          data-command
        >
          {t("selection.clear")}
        </Link>
      )}
      <noscript>
        <Button
          type="submit"
          formAction={withChange({ page })}
          name="intent"
          value="select"
          aria-describedby="keep-hint"
        >
          {t("selection.keep")}
        </Button>{" "}
        <span id="keep-hint">{t("selection.keepHint")}</span>
      </noscript>
      {/* Enter presses the form's first button, so these come before the exports. */}
      <Group gap={6} className={classes.actions}>
        {(["enable", "disable"] as const).map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            {...(action === "disable" ? { variant: "outline", color: "red" } : {})}
            data-command={isEmpty ? undefined : t(`selection.${action}Selected`, { number })}
          >
            {t(`selection.${action}`)}
          </Button>
        ))}
        <Button
          type="submit"
          name="action"
          value="change"
          data-command={isEmpty ? undefined : t("selection.changeSelected", { number })}
        >
          {t("selection.change")}
        </Button>
      </Group>
      <Group gap={6}>
        <CopyEmailsButton />
        {(["csv", "xlsx"] as const).map((format) => (
          <Button
            key={format}
            type="submit"
            formAction={href(`/sellers/export.${format}`)}
            leftSection={<DownloadIcon />}
            aria-label={t("selection.exportAs", { format: format.toUpperCase() })}
            data-command={isEmpty ? undefined : t("selection.exportAs", { format: format.toUpperCase() })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
