import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./bulk-bar.module.css";
import { type ListState, useListHref } from "./list-href";

type BulkBarProps = ListState & {
  total: number;
  /** How many rows are ticked, on all pages. */
  chosen: number;
  elsewhere: number;
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
export function BulkBar({ total, chosen, elsewhere, full, nobody, all, onAll, onClear, ...state }: BulkBarProps) {
  const { t } = useTranslation("sellers");
  const { withChange } = useListHref(state);
  const { page } = state.query;
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (nobody > 0) problem.current?.focus();
  }, [nobody]);
  const count = [t("selection.count", { count: chosen }), elsewhere > 0 && t("selection.elsewhere", { elsewhere })];
  return (
    <fieldset className={classes.bar} data-chosen={chosen > 0 || all || nobody > 0 || undefined}>
      <legend>{t("selection.label")}</legend>
      {nobody > 0 && (
        // biome-ignore lint/a11y/noAutofocus: after a refused choice reading should go on at what is wrong with it.
        <p ref={problem} role="alert" tabIndex={-1} autoFocus>
          {t("selection.nobody")}
        </p>
      )}
      {all !== undefined && (
        <label className={classes.all}>
          <input type="checkbox" name="all" value="1" checked={all} onChange={(event) => onAll(event.target.checked)} />
          {t("selection.all", { total })}
        </label>
      )}
      <p role="status">
        {all && t("selection.allChosen", { total })}
        {!all && chosen > 0 && count.filter(Boolean).join(", ")}
        {!all && chosen === 0 && nobody === 0 && t("selection.none")}
        {full && ` ${t("selection.full")}`}
      </p>
      {(chosen > 0 || all) && (
        <Link to={withChange({ page, selection: undefined })} onClick={onClear} preventScrollReset>
          {t("selection.clear")}
        </Link>
      )}
      <noscript>
        <Button
          type="submit"
          size="xs"
          formAction={withChange({ page })}
          name="intent"
          value="select"
          aria-describedby="keep-hint"
        >
          {t("selection.keep")}
        </Button>{" "}
        <span id="keep-hint">{t("selection.keepHint")}</span>
      </noscript>
      <div className={classes.actions}>
        <Button type="submit" name="action" value="enable">
          {t("selection.enable")}
        </Button>
        <Button type="submit" name="action" value="disable">
          {t("selection.disable")}
        </Button>
      </div>
    </fieldset>
  );
}
