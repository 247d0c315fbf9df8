import { Await, Link, type LinkProps } from "@remix-run/react";
import { Suspense } from "react";
import { formatNumber } from "~/i18n/format";
import { useLocale, useT } from "~/i18n/hooks";
import { BLANK } from "~/ui/deferred-part";
import type { StatusCounts } from "../list-content.server";
import { type ListState, useListHref } from "../list-href";
import { type SavedView, viewFilter, viewQuery } from "../views/saved-views";
import classes from "./toolbar.module.css";

export type StatusTabsProps = ListState & {
  total: number;
  counts: Promise<StatusCounts | null> | StatusCounts | null;
  /** `counts` are still those of an earlier list, because the new counts are loading. */
  isOutdated: boolean;
};

export function StatusTabs({ total, counts, isOutdated, ...state }: StatusTabsProps) {
  const t = useT();
  const { withChange } = useListHref(state);
  const tabs = [
    { key: "all", status: undefined, label: t("sellers:views.all") },
    { key: "active", status: "active", label: t("sellers:views.active") },
    { key: "inactive", status: "inactive", label: t("sellers:views.inactive") },
  ] as const;
  return (
    <nav aria-label={t("sellers:list.statusLabel")} className={classes.tabs} aria-busy={isOutdated || undefined}>
      {tabs.map(({ key, status, label }) => {
        const isCurrent = state.query.status === status;
        return (
          <Link
            key={key}
            to={withChange({ status })}
            aria-current={isCurrent ? "true" : undefined}
            preventScrollReset
            data-command={label}
          >
            {label}
            {isCurrent ? (
              <Count count={total} />
            ) : (
              <Suspense>
                <Await resolve={counts} errorElement={BLANK}>
                  {(numbers) => numbers && <Count count={numbers[key]} />}
                </Await>
              </Suspense>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

function Count({ count }: { count: number }) {
  return <span className={classes.count}> {formatNumber(count, useLocale())}</span>;
}

const MAX_TABS = 3;

/** Shows three views at most. The menu has all, also on a phone, which hides these tabs. */
export function ViewTabs({ saved, ...state }: ListState & { saved: SavedView[] }) {
  const t = useT();
  const defaultFirst = [...saved].sort((a, b) => Number(b.isDefault ?? 0) - Number(a.isDefault ?? 0));
  if (saved.length === 0) return null;
  return (
    <nav aria-label={t("sellers:views.own")} className={`${classes.tabs} ${classes.own}`}>
      {defaultFirst.slice(0, MAX_TABS).map((view) => (
        <ViewLink key={view.id} {...state} view={view} title={view.name} />
      ))}
    </nav>
  );
}

type ViewLinkProps = ListState & { view: Pick<SavedView, "name" | "query"> } & Omit<LinkProps, "to">;

export function ViewLink({ view, query, defaultPageSize, ...rest }: ViewLinkProps) {
  const { withFilter } = useListHref({ query, defaultPageSize });
  return (
    <Link
      to={withFilter(viewFilter(view.query))}
      aria-current={view.query === viewQuery(query) ? "true" : undefined}
      preventScrollReset
      data-command
      {...rest}
    >
      {view.name}
    </Link>
  );
}
