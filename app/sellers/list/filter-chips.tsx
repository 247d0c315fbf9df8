import { Link } from "@remix-run/react";
import { historyColumns } from "~/domain/preferences";
import { printSellerQuery, type SellerFilter } from "~/domain/query";
import { useT } from "~/i18n/use-t";
import badge from "~/ui/badge.module.css";
import theme from "~/ui/theme/components.module.css";
import { CloseLink } from "./close-link";
import { FilterFields, FilterForm, focusSearch, HiddenFields, loadFilters } from "./filter-form";
import { type ChosenFilter, type ListMenuName, type ListState, useListHref } from "./list-href";
import { ListMenu } from "./list-menu";
import { periodText } from "./period-text";
import classes from "./toolbar.module.css";

type FilterChipsProps = ListState & {
  /** Whether a link removes all; an empty list has a button for that. */
  isClearable: boolean;
  menu: ListMenuName | undefined;
};

type Chip = { name: string; value?: string; filter: Exclude<keyof SellerFilter, "status" | "sort"> };

/** The search and the filters, each with a link that removes it. The status has its tabs. */
export function FilterChips({ isClearable, menu, ...state }: FilterChipsProps) {
  const t = useT();
  const { withChange, withFilter } = useListHref(state);
  const { q, mpk, status, names, same } = state.query;
  const chips: Chip[] = [];
  if (q) chips.push({ name: t("sellers:filters.q"), value: q, filter: "q" });
  if (mpk) chips.push({ name: t("sellers:filters.mpk"), value: mpk, filter: "mpk" });
  if (names) chips.push({ name: t("sellers:filters.names"), filter: "names" });
  if (same) chips.push({ name: t(`sellers:filters.same.${same}`), filter: "same" });
  for (const column of historyColumns) {
    const period = state.query[column];
    if (period) chips.push({ name: t(`sellers:list.${column}`), value: periodText(t, period), filter: column });
  }
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("sellers:filters.label")}>
      {chips.map(({ name, value, filter }) => {
        const text = <span data-value={value}>{name}</span>;
        return (
          <li key={filter} className={`${badge.badge} ${classes.chip}`}>
            {filter === "q" || filter === "names" ? (
              text
            ) : (
              <ListMenu name={filter} summary={text} isOpen={menu === filter} load={loadFilters}>
                <ChipForm {...state} filter={filter} isFocused={menu === filter} />
              </ListMenu>
            )}
            <CloseLink to={withChange({ [filter]: filter === "q" ? "" : undefined })} onClick={focusSearch}>
              {t("sellers:filters.remove", { name })}
            </CloseLink>
          </li>
        );
      })}
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

/** Changes one filter where it stands. */
function ChipForm({ filter, isFocused, ...state }: ListState & { filter: ChosenFilter; isFocused: boolean }) {
  const { query, defaultPageSize } = state;
  const others = printSellerQuery({ ...query, page: 1, [filter]: undefined }, { size: defaultPageSize });
  return (
    <FilterForm {...state} chip={filter}>
      {(key) => (
        <>
          <HiddenFields params={others} />
          <FilterFields key={key} filter={query} wrongDays={noWrongDays} only={filter} isFocused={isFocused} />
        </>
      )}
    </FilterForm>
  );
}

const noWrongDays = {};
