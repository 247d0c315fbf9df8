import { Badge, CloseButton, Group, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { SellerFilter } from "~/domain/query";
import type { UniqueField } from "~/domain/seller-fields";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "./list-href";
import { focusSearch } from "./search-form";
import classes from "./toolbar.module.css";

/** The search and the filters, each with a link that removes it. The status has its tabs. */
export function FilterChips(state: ListState) {
  const { t } = useTranslation("sellers");
  const { withChange, withFilter } = useListHref(state);
  const { q, mpk, status, names, same } = state.query;
  type Filter = "q" | "mpk" | "names" | `same.${UniqueField}`;
  const chips: { filter: Filter; value?: string; removal: Partial<SellerFilter> }[] = [];
  if (q) chips.push({ filter: "q", value: q, removal: { q: "" } });
  if (mpk) chips.push({ filter: "mpk", value: mpk, removal: { mpk: undefined } });
  if (names) chips.push({ filter: "names", removal: { names: undefined } });
  if (same) chips.push({ filter: `same.${same}`, removal: { same: undefined } });
  if (chips.length === 0) return null;
  return (
    <Group component="ul" gap="0.375rem" className={classes.chips} aria-label={t("filters.label")}>
      {chips.map(({ filter, value, removal }) => (
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
                <Link to={withChange(removal)} onClick={focusSearch} {...props} />
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
        <Link to={withFilter({ status })} onClick={focusSearch} className={theme.reach}>
          {t("filters.clear")}
        </Link>
      </li>
    </Group>
  );
}
