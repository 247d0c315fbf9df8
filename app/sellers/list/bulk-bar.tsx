import { Button, Group, Paper, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import theme from "~/ui/theme/components.module.css";
import classes from "./bulk-bar.module.css";
import { type ListState, useListHref } from "./list-href";

type BulkBarProps = ListState & {
  total: number;
  /** How many rows are ticked, on all pages. */
  chosen: number;
  onOtherPages: number;
  /** Ticked rows that this list doesn't show on any of its pages. */
  unlisted: number;
  /** Rows that aren't meant where all others are. */
  leftOut: number;
  /** Whether the last tick found no room. */
  full: boolean;
  /** How often it was asked to change the accounts of nobody; 0 once somebody is ticked. */
  nobody: number;
  /** Whether all that match are meant; undefined when nobody knows how many those are. */
  all: boolean | undefined;
  onAll: (wanted: boolean) => void;
  onClear: () => void;
};

/** What is ticked, and what can be done with it. */
export function BulkBar({
  total,
  chosen,
  onOtherPages,
  unlisted,
  leftOut,
  full,
  nobody,
  all,
  onAll,
  onClear,
  ...state
}: BulkBarProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { withChange } = useListHref(state);
  const { page } = state.query;
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (nobody > 0) problem.current?.focus();
  }, [nobody]);
  const count = [
    t("selection.count", { count: chosen }),
    onOtherPages > 0 && t("selection.onOtherPages", { onOtherPages }),
    unlisted > 0 && t("selection.unlisted", { unlisted }),
  ];
  const allCount = leftOut
    ? t("selection.allBut", { leftOut, rest: total - leftOut })
    : t("selection.allChosen", { total });
  return (
    <Paper
      component="fieldset"
      withBorder
      radius="lg"
      aria-label={t("selection.label")}
      className={classes.bar}
      data-chosen={chosen > 0 || all || nobody > 0 || undefined}
      data-at-bottom
      data-screen-only
    >
      {nobody > 0 && (
        // biome-ignore lint/a11y/noAutofocus: after a refused choice reading should go on at what is wrong with it.
        <p ref={problem} role="alert" tabIndex={-1} autoFocus>
          {t("selection.nobody")}
        </p>
      )}
      {all !== undefined && (
        <label className={theme.tickLine}>
          <input type="checkbox" name="all" value="1" checked={all} onChange={(event) => onAll(event.target.checked)} />
          {t("selection.all", { total })}
        </label>
      )}
      <Text role="status" flex="1 1 auto" fw={chosen > 0 || all ? 550 : undefined}>
        {all && allCount}
        {!all && chosen > 0 && count.filter(Boolean).join(", ")}
        {!all && chosen === 0 && nobody === 0 && t("selection.none")}
        {full && ` ${t(all ? "selection.leftOutFull" : "selection.full")}`}
      </Text>
      {(chosen > 0 || all) && (
        <Link to={withChange({ page, selection: undefined })} onClick={onClear} preventScrollReset>
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
      <Group gap="xs" className={classes.actions}>
        <Button type="submit" name="action" value="enable">
          {t("selection.enable")}
        </Button>
        <Button type="submit" name="action" value="disable">
          {t("selection.disable")}
        </Button>
      </Group>
      {/* After what Enter presses: the first button of the form. */}
      <Group gap="xs">
        <span>{t("selection.export")}</span>
        {(["csv", "xlsx"] as const).map((format) => (
          <Button
            key={format}
            type="submit"
            formAction={href(`/sellers/export.${format}`)}
            aria-label={t("selection.exportAs", { format: format.toUpperCase() })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
