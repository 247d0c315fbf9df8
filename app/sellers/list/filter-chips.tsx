import { Badge, CloseButton, Group, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isFiltered, type SellerFilter } from "~/domain/query";
import theme from "~/ui/theme/components.module.css";
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
    <Group component="ul" gap="0.375rem" className={classes.chips} aria-label={t("filters.label")}>
      {chips.map(({ filter, value, without }) => (
        <Badge
          key={filter}
          component="li"
          py={0}
          pr={0}
          fz="0.8125rem"
          maw="100%"
          rightSection={
            <CloseButton
              renderRoot={({ type: _button, ...props }) => (
                <Link to={withChange(without)} onClick={focusSearch} {...props} />
              )}
              size="var(--panel-small-control-height)"
              iconSize={14}
              radius="xl"
              c="inherit"
              data-screen-only
            >
              <VisuallyHidden>{t("filters.remove", { name: t(`filters.${filter}`) })}</VisuallyHidden>
            </CloseButton>
          }
        >
          <span data-value={value}>{t(`filters.${filter}`)}</span>
        </Badge>
      ))}
      <li data-screen-only>
        <Link to={withFilter({})} onClick={focusSearch} className={theme.reach}>
          {t("filters.clear")}
        </Link>
      </li>
    </Group>
  );
}
