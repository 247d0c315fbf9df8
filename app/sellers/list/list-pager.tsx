import { Group } from "@mantine/core";
import { usePagination } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { pageSizes } from "~/domain/preferences";
import { formatNumber } from "~/i18n/format";
import { useLocale, useT } from "~/i18n/hooks";
import { useFocusAfterPaging } from "~/layouts/shell/use-after-navigation";
import { Pager } from "~/ui/data/pager";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "./list-href";
import { TABLE_ID } from "./table/sellers-table";

/** For example: 1 … 4 5 6 … 20. */
export function ListPager({ total, ...state }: ListState & { total: number }) {
  const t = useT();
  const locale = useLocale();
  const { withChange } = useListHref(state);
  const onClick = useFocusAfterPaging(TABLE_ID);
  const { page: current, size: currentSize } = state.query;
  const last = Math.max(1, Math.ceil(total / currentSize));
  const { range } = usePagination({ total: last, page: current });
  if (total === 0) return null;
  return (
    <Group justify={last > 1 ? "space-between" : "end"} gap="0.75rem 1.5rem" mt="1rem" onClick={onClick}>
      {last > 1 && <p data-paper-only>{t("sellers:pages.of", { page: current, pages: last })}</p>}
      <Pager
        label={t("sellers:pages.label")}
        previous={current > 1 && { to: withChange({ page: current - 1 }) }}
        next={current < last && { to: withChange({ page: current + 1 }) }}
      >
        {range.map((page, at) =>
          page === "dots" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two gaps differ only by their places.
            <span key={`gap ${at}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Link
              key={page}
              to={withChange({ page })}
              aria-label={t("sellers:pages.page", { page })}
              aria-current={page === current ? "page" : undefined}
            >
              {/* As in the label („1 234”): voice control needs a text that the label contains. */}
              {formatNumber(page, locale)}
            </Link>
          ),
        )}
      </Pager>
      <nav aria-label={t("sellers:pages.size")} className={`${theme.items} ${theme.pages}`}>
        {pageSizes.map((size) => (
          <Link
            key={size}
            to={withChange({ size })}
            aria-label={`${size} ${t("common:perPage")}`}
            aria-current={size === currentSize ? "true" : undefined}
          >
            {size}
          </Link>
        ))}
        <span aria-hidden="true">{t("common:perPage")}</span>
      </nav>
    </Group>
  );
}
