import { Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageSizes } from "~/domain/page-size";
import { formatNumber } from "~/i18n/format";
import { useLocale } from "~/i18n/use-locale";
import { useFocusAfterTurning } from "~/layouts/shell/use-after-navigation";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "./list-href";
import { shownPages } from "./page-numbers";
import { TABLE_ID } from "./sellers-table";

/** Links to the pages of the list, and how many sellers stand on one. */
export function Pages({ total, ...state }: ListState & { total: number }) {
  const { t } = useTranslation(["sellers", "common"]);
  const locale = useLocale();
  const { withChange } = useListHref(state);
  const onClick = useFocusAfterTurning(TABLE_ID);
  const { page: current, size: chosen } = state.query;
  const last = Math.max(1, Math.ceil(total / chosen));
  if (total <= Math.min(...pageSizes)) return null;
  return (
    <Group justify="space-between" gap="0.75rem 1.5rem" mt="md" onClick={onClick}>
      {/* A sheet has no links to tell by that this isn't the whole list. */}
      {last > 1 && (
        <Text size="sm" data-paper-only>
          {t("pages.of", { page: current, pages: last })}
        </Text>
      )}
      {last > 1 && (
        <Group component="nav" gap="0.25rem" aria-label={t("pages.label")} className={theme.items}>
          {current > 1 && (
            <Link to={withChange({ page: current - 1 })} rel="prev">
              {t("pages.previous")}
            </Link>
          )}
          {shownPages(current, last).map((page, at) =>
            page === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing else to be known by.
              <span key={`gap ${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                key={page}
                to={withChange({ page })}
                aria-label={t("pages.page", { page })}
                aria-current={page === current ? "page" : undefined}
              >
                {/* As its name has it: who works by voice says what they see. */}
                {formatNumber(page, locale)}
              </Link>
            ),
          )}
          {current < last && (
            <Link to={withChange({ page: current + 1 })} rel="next">
              {t("pages.next")}
            </Link>
          )}
        </Group>
      )}
      <Group component="nav" gap="0.25rem" aria-label={t("pages.size")} className={theme.items}>
        {pageSizes.map((size) => (
          <Link
            key={size}
            to={withChange({ size })}
            aria-label={t("pages.sizeOf", { size })}
            aria-current={size === chosen ? "true" : undefined}
          >
            {size}
          </Link>
        ))}
        <span aria-hidden="true">{t("common:perPage")}</span>
      </Group>
    </Group>
  );
}
