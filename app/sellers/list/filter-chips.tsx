import { VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isFiltered, type SellerFilter } from "~/sellers/query";
import { CloseIcon } from "~/ui/icons";
import { type ListState, useListHref } from "./list-href";
import { focusSearch } from "./search-form";
import classes from "./toolbar.module.css";

/** What filters the list, each with a link that takes it away. */
export function FilterChips(state: ListState) {
  const { t } = useTranslation("sellers");
  const { withChange, withFilter } = useListHref(state);
  const { q, mpk, status, names } = state.query;
  if (!isFiltered(state.query)) return null;
  const chips: { filter: Exclude<keyof SellerFilter, "sort">; value?: string; without: Partial<SellerFilter> }[] = [];
  if (q) chips.push({ filter: "q", value: q, without: { q: "" } });
  if (mpk) chips.push({ filter: "mpk", value: mpk, without: { mpk: undefined } });
  if (status) chips.push({ filter: "status", value: t(`status.${status}`), without: { status: undefined } });
  if (names) chips.push({ filter: "names", without: { names: undefined } });
  return (
    <ul className={classes.chips} aria-label={t("filters.label")}>
      {chips.map(({ filter, value, without }) => (
        <li key={filter} className={classes.chip}>
          <span data-value={value}>{t(`filters.${filter}`)}</span>
          <Link to={withChange(without)} onClick={focusSearch}>
            <CloseIcon size={14} />
            <VisuallyHidden>{t("filters.remove", { name: t(`filters.${filter}`) })}</VisuallyHidden>
          </Link>
        </li>
      ))}
      <li>
        <Link to={withFilter({})} onClick={focusSearch}>
          {t("filters.clear")}
        </Link>
      </li>
    </ul>
  );
}
