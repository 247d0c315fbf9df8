import { Link } from "@remix-run/react";
import { historyColumns } from "~/domain/preferences";
import type { SellerFilter } from "~/domain/query";
import { useT } from "~/i18n/use-t";
import badge from "~/ui/badge.module.css";
import theme from "~/ui/theme/components.module.css";
import { CloseLink } from "./close-link";
import { type ListState, useListHref } from "./list-href";
import { periodText } from "./period-text";
import { focusSearch } from "./search-form";
import classes from "./toolbar.module.css";

/**
 * The search and the filters, each with a link that removes it. The status has its tabs.
 * @param isClearable whether a link removes all; an empty list has a button for that
 */
export function FilterChips({ isClearable, ...state }: ListState & { isClearable: boolean }) {
  const t = useT();
  const { withChange, withFilter } = useListHref(state);
  const { q, mpk, status, names, same } = state.query;
  const chips: { name: string; value?: string; removal: Partial<SellerFilter> }[] = [];
  if (q) chips.push({ name: t("sellers:filters.q"), value: q, removal: { q: "" } });
  if (mpk) chips.push({ name: t("sellers:filters.mpk"), value: mpk, removal: { mpk: undefined } });
  if (names) chips.push({ name: t("sellers:filters.names"), removal: { names: undefined } });
  if (same) chips.push({ name: t(`sellers:filters.same.${same}`), removal: { same: undefined } });
  for (const column of historyColumns) {
    const period = state.query[column];
    if (!period) continue;
    chips.push({ name: t(`sellers:list.${column}`), value: periodText(t, period), removal: { [column]: undefined } });
  }
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("sellers:filters.label")}>
      {chips.map(({ name, value, removal }) => (
        <li key={name} className={`${badge.badge} ${classes.chip}`}>
          <span data-value={value}>{name}</span>
          <CloseLink to={withChange(removal)} onClick={focusSearch}>
            {t("sellers:filters.remove", { name })}
          </CloseLink>
        </li>
      ))}
      {isClearable && (
        <li data-screen-only>
          <Link to={withFilter({ status })} onClick={focusSearch} className={theme.reach}>
            {t("sellers:filters.clear")}
          </Link>
        </li>
      )}
    </ul>
  );
}
