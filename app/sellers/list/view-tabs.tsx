import { Link, type LinkProps } from "@remix-run/react";
import { useT } from "~/i18n/hooks";
import { type ListState, useListHref } from "./list-href";
import { type SavedView, viewFilter, viewQuery } from "./saved-views";
import classes from "./toolbar.module.css";

const MAX_TABS = 3;

/** The default view and the first others. A phone hides these tabs; the menu has all views. */
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
