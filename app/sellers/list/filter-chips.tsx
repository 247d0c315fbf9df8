import { Link } from "@remix-run/react";
import { daysOf, isNamedPeriod, type Period } from "~/domain/days";
import { historyColumns } from "~/domain/preferences";
import type { SellerFilter } from "~/domain/query";
import { printSellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { formatDay } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import badge from "~/ui/badge.module.css";
import { HiddenFields } from "~/ui/form/post-form";
import theme from "~/ui/theme/components.module.css";
import { CloseLink } from "./close-link";
import { FilterFields, FilterForm, focusSearch, loadFilters } from "./filter-form";
import { type ListState, useListHref } from "./list-href";
import { ListMenu, type ListMenuName, type MenuFilter, menuFilters } from "./list-menu";
import classes from "./toolbar.module.css";

type FilterChipsProps = ListState & {
  /** Whether a link removes all filters; an empty list has a button for that. */
  isClearable: boolean;
  menu: ListMenuName | undefined;
};

/** The search and the filters, each with a link that removes it. The status has its tabs. */
export function FilterChips({ isClearable, menu, ...state }: FilterChipsProps) {
  const t = useT();
  const { withChange, withFilter } = useListHref(state);
  const { status, ...withoutStatus } = state.query;
  const chips = partsOfFilter(t, withoutStatus);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("sellers:filters.label")}>
      {chips.map(({ name, value, filter }) => {
        const text = <span data-value={value}>{name}</span>;
        const menuFilter = menuFilters.find((each) => each === filter);
        return (
          <li key={filter} className={`${badge.badge} ${classes.chip}`}>
            {menuFilter ? (
              <ListMenu name={menuFilter} summary={text} isOpen={menu === menuFilter} load={loadFilters}>
                <ChipForm {...state} filter={menuFilter} isFocused={menu === menuFilter} />
              </ListMenu>
            ) : (
              text
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

function ChipForm({ filter, isFocused, ...state }: ListState & { filter: MenuFilter; isFocused: boolean }) {
  const { query, defaultPageSize } = state;
  const others = printSellerQuery({ ...query, page: 1, [filter]: undefined }, { size: defaultPageSize });
  return (
    <FilterForm {...state} chip={filter}>
      {(key) => (
        <>
          <HiddenFields params={others} />
          <FilterFields key={key} filter={query} wrongDays={{}} only={filter} isFocused={isFocused} />
        </>
      )}
    </FilterForm>
  );
}

type FilterPart = { filter: Exclude<keyof SellerFilter, "sort">; name: string; value?: string };

/** Names the filter's parts, for the chips and for an exported file's sheet about itself. */
export function partsOfFilter(t: Translate, query: SellerFilter): FilterPart[] {
  const { q, mpk, status, names, same } = query;
  const texts: (FilterPart | "" | undefined)[] = [
    q && { filter: "q", name: t("sellers:filters.q"), value: q },
    mpk && { filter: "mpk", name: t("sellers:filters.mpk"), value: mpk },
    status && { filter: "status", name: t("sellers:list.statusLabel"), value: t(`sellers:status.${status}`) },
    names && { filter: "names", name: t("sellers:filters.names") },
    same && { filter: "same", name: t(`sellers:filters.same.${same}`) },
    ...historyColumns.map((filter) => {
      const period = query[filter];
      return period && { filter, name: t(`sellers:list.${filter}`), value: periodText(t, period) };
    }),
  ];
  return texts.flatMap((text) => text || []);
}

/** „Ostatnie 7 dni”, „01.03.2026 – 31.03.2026”, „01.03.2026 lub później”. */
function periodText(t: Translate, period: Period): string {
  if (isNamedPeriod(period)) return t(`sellers:periods.${period}`);
  const days = daysOf(period);
  const [from, to] = [formatDay(days.from), formatDay(days.to)];
  if (from && to) return `${from} – ${to}`;
  return from ? t("sellers:periods.since", { from }) : t("sellers:periods.until", { to });
}
