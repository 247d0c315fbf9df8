import { Link } from "@remix-run/react";
import type { SellerFilter } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { useT } from "~/i18n/hooks";
import badge from "~/ui/badge.module.css";
import theme from "~/ui/theme/components.module.css";
import { CloseLink } from "../close-link";
import { type ListState, useListHref } from "../list-href";
import { focusSearch } from "./search-form";
import classes from "./toolbar.module.css";

type FilterChipsProps = ListState & {
  /** False for an empty list, which has its own button for removing all filters. */
  isClearable: boolean;
};

export function FilterChips({ isClearable, ...state }: FilterChipsProps) {
  const t = useT();
  const { withChange, withFilter } = useListHref(state);
  const { status, ...withoutStatus } = state.query;
  const chips = partsOfFilter(t, withoutStatus);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("sellers:filters.label")}>
      {chips.map(({ name, value, filter }) => (
        <li key={filter} className={`${badge.badge} ${classes.chip}`}>
          <span data-value={value}>{name}</span>
          <CloseLink to={withChange({ [filter]: filter === "q" ? "" : undefined })} onClick={focusSearch}>
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

type FilterPart = { filter: Exclude<keyof SellerFilter, "sort">; name: string; value?: string };

export function partsOfFilter(t: Translate, { q, mpk, status, names }: SellerFilter): FilterPart[] {
  const parts: (FilterPart | "" | undefined)[] = [
    q && { filter: "q", name: t("sellers:filters.q"), value: q },
    mpk && { filter: "mpk", name: t("sellers:filters.mpk"), value: mpk },
    status && { filter: "status", name: t("sellers:list.statusLabel"), value: t(`sellers:status.${status}`) },
    // `?names=none`: sellers who have neither a first name nor a surname.
    names && { filter: "names", name: t("sellers:filters.names") },
  ];
  return parts.flatMap((part) => part || []);
}
