import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { formatNumber } from "~/i18n/format";
import { useLocale, useT } from "~/i18n/hooks";
import { BLANK } from "~/ui/deferred-part";
import { type ListState, useListHref } from "./list-href";
import type { StatusCounts } from "./status-tabs.server";
import classes from "./toolbar.module.css";

export type StatusTabsProps = ListState & {
  counts: Promise<StatusCounts | null> | StatusCounts | null;
  /** Whether the numbers belong to an earlier list, because newer ones haven't arrived yet. */
  isOutdated: boolean;
};

export function StatusTabs({ counts, isOutdated, ...state }: StatusTabsProps) {
  const t = useT();
  const locale = useLocale();
  const { withChange } = useListHref(state);
  const tabs = [
    { key: "all", status: undefined, label: t("sellers:views.all") },
    { key: "active", status: "active", label: t("sellers:views.active") },
    { key: "inactive", status: "inactive", label: t("sellers:views.inactive") },
  ] as const;
  return (
    <nav aria-label={t("sellers:list.statusLabel")} className={classes.tabs} aria-busy={isOutdated || undefined}>
      {tabs.map(({ key, status, label }) => (
        <Link
          key={key}
          to={withChange({ status })}
          aria-current={state.query.status === status ? "true" : undefined}
          preventScrollReset
          data-command={label}
        >
          {label}
          <Suspense>
            <Await resolve={counts} errorElement={BLANK}>
              {(numbers) =>
                numbers &&
                numbers.all > 0 && <span className={classes.count}> {formatNumber(numbers[key], locale)}</span>
              }
            </Await>
          </Suspense>
        </Link>
      ))}
    </nav>
  );
}
