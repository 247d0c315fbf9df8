import { Await } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { type SellerQuery, type Sort, sortField } from "~/domain/query";
import { useT } from "~/i18n/hooks";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { SeparatePart } from "~/layouts/shell/foreign-changes";
import { Notice } from "~/ui";
import { BLANK, useArrivedPart } from "~/ui/deferred-part";
import theme from "~/ui/theme/components.module.css";
import { columnLabel } from "../table/cells";
import type { TableLook } from "../table/sellers-table";
import type { SavedView, TypedViewName } from "../views/saved-views";
import { ExportMenu } from "./export-menu";
import { FilterChips } from "./filter-chips";
import { ListMenu, type ListMenuName, menuContent } from "./list-menu";
import { StatusTabs, type StatusTabsProps, ViewTabs } from "./list-tabs";
import { SearchForm } from "./search-form";
import classes from "./toolbar.module.css";

type ToolbarProps = Omit<StatusTabsProps, "isOutdated"> & {
  /** The query of the latest list, which may have failed, or may wait for an open correction. */
  requestedQuery: SellerQuery;
  /** Says why the latest list couldn't be loaded. */
  failureNotice: ReactNode;
  total: number;
  /** How many sellers the app filtered; set only if its limit left others out. */
  scannedCount: number | undefined;
  saved: SavedView[];
  look: TableLook;
  hasNotes: boolean;
  formKey: string;
  /** The menu that is open when the page loads. */
  menu: ListMenuName | undefined;
  typedName?: TypedViewName;
  restoredLook?: TableLook;
};

const loadViews = () => import("../views/view-menu");
const loadLook = () => import("./look-menu");
const ViewMenu = await menuContent(loadViews);
const LookMenu = await menuContent(loadLook);

export function Toolbar({
  requestedQuery,
  failureNotice,
  total,
  scannedCount,
  counts,
  saved,
  look,
  hasNotes,
  formKey,
  menu,
  typedName,
  restoredLook,
  ...state
}: ToolbarProps) {
  const t = useT();
  const { value: arrivedCounts, isOutdated } = useArrivedPart(counts);
  // An export reads all sellers, so a partial list's total isn't the number of its rows.
  const exportedRows = scannedCount ? undefined : total;
  return (
    <>
      <div className={classes.toolbar} data-screen-only>
        <SeparatePart>
          <SearchForm {...state} query={requestedQuery} />
        </SeparatePart>
        <ListMenu
          name="views"
          summary={t("sellers:views.title")}
          isOpen={menu === "views" || typedName !== undefined}
          load={loadViews}
        >
          <ViewMenu {...state} saved={saved} formKey={formKey} typedName={typedName} />
        </ListMenu>
        <ListMenu
          name="look"
          summary={
            <span>
              {t("sellers:look.title")} <span className={classes.rest}>{t("sellers:look.ofTable")}</span>
            </span>
          }
          isOpen={menu === "look" || restoredLook !== undefined}
          load={loadLook}
        >
          <LookMenu {...state} look={look} hasNotes={hasNotes} formKey={formKey} restoredLook={restoredLook} />
        </ListMenu>
        <DetailsMenu className={classes.menu} summary={t("sellers:export.title")}>
          <ExportMenu query={state.query} columns={look.columns} rows={exportedRows} />
        </DetailsMenu>
      </div>
      {failureNotice}
      <div className={classes.line}>
        <div className={classes.strip}>
          <StatusTabs {...state} counts={arrivedCounts} isOutdated={isOutdated} />
          <ViewTabs {...state} saved={saved} />
          {/* Tabs aren't printed. */}
          {state.query.status && <p data-paper-only>{t(`sellers:views.${state.query.status}`)}</p>}
        </div>
        <Suspense>
          <Await resolve={arrivedCounts} errorElement={BLANK}>
            {/* Only screen readers get this number if a tab shows it, or the page says that nothing matches. */}
            {(counts) => (
              <p role="status" className={counts?.all || total === 0 ? theme.spoken : undefined}>
                {t("sellers:list.found", { count: total })}
              </p>
            )}
          </Await>
        </Suspense>
        <SortAnnouncement sort={state.query.sort} />
        <FilterChips {...state} isClearable={total > 0} />
      </div>
      {scannedCount && (
        <Notice kind="warning" mb="sm">
          <p>
            {t("sellers:list.scannedCount", { looked: scannedCount })} {t("sellers:list.scannedHint")}
          </p>
        </Notice>
      )}
    </>
  );
}

/** Screen readers announce nothing else after a press on a column's name. */
function SortAnnouncement({ sort }: { sort: Sort }) {
  const t = useT();
  const column = columnLabel(t, sortField(sort));
  const order = sort.startsWith("-") ? "sellers:list.sortedDown" : "sellers:list.sortedUp";
  return (
    <div className={theme.spoken} role="status">
      {t(order, { column })}
    </div>
  );
}
