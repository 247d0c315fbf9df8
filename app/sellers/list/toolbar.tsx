import { Group, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isHistoryColumn } from "~/domain/preferences";
import { isFiltered, printSellerFilter, type SellerQuery, type Sort } from "~/domain/query";
import type { EditableField } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";
import { DetailsMenu, MenuList } from "~/layouts/shell/details-menu";
import { Notice } from "~/ui";
import { FilterChips } from "./filter-chips";
import type { ListState } from "./list-href";
import { type SavedView, type TypedViewName, viewQuery } from "./saved-view";
import { SearchForm } from "./search-form";
import type { TableLook } from "./sellers-table";
import { SortSelect } from "./sort-select";
import classes from "./toolbar.module.css";
import { columnLabel, ViewMenu } from "./view-menu";

type ToolbarProps = ListState & {
  /** What the fields hold: what is shown, unless what was asked for couldn't be had. */
  asked: SellerQuery;
  /** Why it couldn't. */
  problem: ReactNode;
  total: number;
  /** How many sellers a filter could look through, when that wasn't all. */
  scannedCount: number | undefined;
  saved: SavedView[];
  look: TableLook;
  formKey: string;
  typed?: TypedViewName;
  /** A look that was chosen and couldn't be kept yet. */
  restoredLook?: TableLook;
};

/** All that is asked of the list in one row; below it one line that says what it shows. */
export function Toolbar({
  asked,
  problem,
  total,
  scannedCount,
  saved,
  look,
  formKey,
  typed,
  restoredLook,
  ...state
}: ToolbarProps) {
  const { t } = useTranslation("sellers");
  const shown = viewQuery(state.query);
  const view = saved.find(({ isDefault, query }) => isDefault && query === shown);
  return (
    <>
      <Group gap="xs" pos="relative" className={classes.toolbar} data-screen-only>
        <SearchForm {...state} query={asked} />
        <ViewMenu {...state} saved={saved} look={look} formKey={formKey} typed={typed} restoredLook={restoredLook} />
        <ExportMenu query={state.query} columns={look.columns} />
      </Group>
      {problem}
      <Group gap="0.25rem 0.75rem" mih="2rem" my="0.375rem" c="dimmed">
        <p role="status">{t(isFiltered(state.query) ? "list.found" : "list.total", { count: total })}</p>
        <Order sort={state.query.sort} />
        {view && <span>{t("views.defaultShown", { name: view.name })}</span>}
        <FilterChips {...state} />
        <SortSelect {...state} />
      </Group>
      {scannedCount && (
        <Notice kind="warning" mb="sm">
          <p>{t("list.scannedCount", { looked: scannedCount })}</p>
        </Notice>
      )}
    </>
  );
}

/** Says to a screen reader by what the list is sorted now: a heading that was pressed tells nothing by itself. */
function Order({ sort }: { sort: Sort }) {
  const { t } = useTranslation("sellers");
  const descending = sort.startsWith("-");
  const column = columnLabel(t, (descending ? sort.slice(1) : sort) as EditableField);
  return (
    <VisuallyHidden role="status">{t(descending ? "list.sortedDown" : "list.sortedUp", { column })}</VisuallyHidden>
  );
}

/** All that match as a file: with all columns, or with those that the list shows. */
function ExportMenu({ query, columns }: Pick<ListState, "query"> & Pick<TableLook, "columns">) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const formats = ["csv", "xlsx"] as const;
  const matching = printSellerFilter(query);
  const fields = columns.filter((column) => !isHistoryColumn(column));
  const shown = new URLSearchParams([...matching, ["columns", fields.join(".")]]);
  return (
    <DetailsMenu className={classes.menu} summary={t("export.title")}>
      <MenuList>
        {formats.map((format) => (
          <li key={format}>
            <Link to={href(`/sellers/export.${format}?${matching}`)} reloadDocument>
              {t(`export.${format}`)}
            </Link>
          </li>
        ))}
        {formats.map((format) => (
          <li key={format}>
            <Link to={href(`/sellers/export.${format}?${shown}`)} reloadDocument>
              {t("export.shownColumns", { format: format.toUpperCase() })}
            </Link>
          </li>
        ))}
      </MenuList>
    </DetailsMenu>
  );
}
