import { Badge, Group } from "@mantine/core";
import { Link } from "@remix-run/react";
import { historyColumns } from "~/domain/preferences";
import type { SellerFilter } from "~/domain/query";
import { useT } from "~/i18n/use-t";
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
    <Group component="ul" gap="0.375rem" className={classes.chips} aria-label={t("sellers:filters.label")}>
      {chips.map(({ name, value, removal }) => (
        <Badge
          key={name}
          component="li"
          py={0}
          pr={0}
          fz="0.8125rem"
          maw="100%"
          rightSection={
            <CloseLink to={withChange(removal)} onClick={focusSearch}>
              {t("sellers:filters.remove", { name })}
            </CloseLink>
          }
        >
          <span data-value={value}>{name}</span>
        </Badge>
      ))}
      {isClearable && (
        <li data-screen-only>
          <Link to={withFilter({ status })} onClick={focusSearch} className={theme.reach}>
            {t("sellers:filters.clear")}
          </Link>
        </li>
      )}
    </Group>
  );
}
