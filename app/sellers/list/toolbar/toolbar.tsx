import type { ReactNode } from "react";
import { type SellerQuery, type Sort, sortField } from "~/domain/query";
import { formatNumber } from "~/i18n/format";
import { useLocale, useT } from "~/i18n/hooks";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { SeparatePart } from "~/layouts/shell/foreign-changes";
import { Notice } from "~/ui";
import { useArrivedPart } from "~/ui/deferred-part";
import theme from "~/ui/theme/components.module.css";
import { ExportMenu } from "../export/export-menu";
import { columnLabel } from "../table/cells";
import type { TableLook } from "../table/sellers-table";
import type { SavedView, TypedViewName } from "../views/saved-views";
import { ViewMenu } from "../views/view-menu";
import { FilterChips } from "./filter-chips";
import { StatusTabs, type StatusTabsProps, ViewTabs } from "./list-tabs";
import { LookMenu } from "./look-menu";
import { SearchForm } from "./search-form";
import classes from "./toolbar.module.css";

type ToolbarProps = Omit<StatusTabsProps, "isOutdated"> & {
  /** The query of the latest list, which may have failed or may wait for an open correction. */
  requestedQuery: SellerQuery;
  failureNotice: ReactNode;
  loadedOn: string;
  /** Set if the app's limit left sellers out: the number of sellers that the app has filtered. */
  scannedCount: number | undefined;
  saved: SavedView[];
  look: TableLook;
  hasNotes: boolean;
  formKey: string;
  typedName?: TypedViewName;
  restoredLook?: TableLook;
};

export function Toolbar({
  requestedQuery,
  failureNotice,
  total,
  loadedOn,
  scannedCount,
  counts,
  saved,
  look,
  hasNotes,
  formKey,
  typedName,
  restoredLook,
  ...state
}: ToolbarProps) {
  const t = useT();
  const locale = useLocale();
  const { value: arrivedCounts, isOutdated } = useArrivedPart(counts);
  // An export reads all sellers, so the total of a partial list isn't the number of exported rows.
  const exportedRowCount = scannedCount ? undefined : total;
  return (
    <>
      <div className={classes.toolbar} data-screen-only>
        <SeparatePart>
          <SearchForm {...state} query={requestedQuery} />
        </SeparatePart>
        <DetailsMenu className={classes.menu} summary={t("sellers:views.title")} isOpen={typedName !== undefined}>
          <ViewMenu {...state} saved={saved} formKey={formKey} typedName={typedName} />
        </DetailsMenu>
        <DetailsMenu
          className={classes.menu}
          summary={
            <span>
              {t("sellers:look.title")} <span className={theme.spokenBelowDesk}>{t("sellers:look.ofTable")}</span>
            </span>
          }
          isOpen={restoredLook !== undefined}
        >
          <LookMenu {...state} look={look} hasNotes={hasNotes} formKey={formKey} restoredLook={restoredLook} />
        </DetailsMenu>
        <DetailsMenu className={classes.menu} summary={t("sellers:export.title")}>
          <ExportMenu query={state.query} columns={look.columns} rowCount={exportedRowCount} />
        </DetailsMenu>
      </div>
      {failureNotice}
      <div className={classes.line}>
        <div className={classes.strip} data-screen-only>
          <StatusTabs {...state} total={total} counts={arrivedCounts} isOutdated={isOutdated} />
          <ViewTabs {...state} saved={saved} />
        </div>
        <p data-paper-only>
          {[t(`sellers:views.${state.query.status ?? "all"}`), formatNumber(total, locale), loadedOn].join(" · ")}
        </p>
        <p role="status" className={theme.spoken}>
          {t("sellers:list.found", { count: total })}
        </p>
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

/** Announces the order, because a press on a column's heading alone announces nothing. */
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
