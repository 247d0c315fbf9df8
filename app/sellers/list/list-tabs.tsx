import { Await, Link, type LinkProps } from "@remix-run/react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "~/i18n/format";
import { useLocale } from "~/i18n/use-locale";
import type { NamedView } from "~/keyboard/palette-data";
import type { StatusCounts } from "./list-content.server";
import { type ListState, useListHref } from "./list-href";
import { type SavedView, viewFilter, viewQuery } from "./saved-views";
import classes from "./toolbar.module.css";

export type StatusTabsProps = ListState & { counts: Promise<StatusCounts | null> | StatusCounts | null };

export function StatusTabs({ counts, ...state }: StatusTabsProps) {
  const { t } = useTranslation("sellers");
  const locale = useLocale();
  const { withChange } = useListHref(state);
  const tabs = [
    { key: "all", status: undefined, label: t("views.all") },
    { key: "active", status: "active", label: t("views.active") },
    { key: "inactive", status: "inactive", label: t("views.inactive") },
  ] as const;
  return (
    <nav aria-label={t("list.statusLabel")} className={classes.tabs}>
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
            <Await resolve={counts}>
              {(known) =>
                known && known.all > 0 && <span className={classes.count}> {formatNumber(known[key], locale)}</span>
              }
            </Await>
          </Suspense>
        </Link>
      ))}
    </nav>
  );
}

const MAX_TABS = 3;

/** The default view and the first others. All are in the menu, which is what a phone shows. */
export function ViewTabs({ saved, ...state }: ListState & { saved: SavedView[] }) {
  const { t } = useTranslation("sellers");
  const defaultFirst = [...saved].sort((a, b) => Number(b.isDefault ?? 0) - Number(a.isDefault ?? 0));
  if (saved.length === 0) return null;
  return (
    <nav aria-label={t("views.own")} className={`${classes.tabs} ${classes.own}`}>
      {defaultFirst.slice(0, MAX_TABS).map((view) => (
        <ViewLink key={view.id} {...state} view={view} title={view.name} />
      ))}
    </nav>
  );
}

type ViewLinkProps = ListState & { view: NamedView } & Omit<LinkProps, "to">;

export function ViewLink({ view: { name, query: viewed }, query, defaultPageSize, ...rest }: ViewLinkProps) {
  const { withFilter } = useListHref({ query, defaultPageSize });
  return (
    <Link
      to={withFilter(viewFilter(viewed))}
      aria-current={viewed === viewQuery(query) ? "true" : undefined}
      preventScrollReset
      data-command
      {...rest}
    >
      {name}
    </Link>
  );
}
