import { type NavigateFunction, useLocation, useNavigationType } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, memo, useContext, useEffect, useState } from "react";
import { rowId, sellerPaths } from "~/domain/paths";
import type { Preferences } from "~/domain/preferences";
import { printSellerQuery } from "~/domain/query";
import { searchWords } from "~/domain/search";
import type { Seller } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { isPlainClick } from "~/ui/clicks";
import { rememberPage } from "~/ui/page-memory";
import theme from "~/ui/theme/components.module.css";
import type { ListState } from "../list-href";
import { useRangeSelection } from "../selection/use-selection";
import { columnLabel } from "./cells";
import { PinnedRowContext } from "./pinned-row";
import { type RowContext, sellerRow } from "./seller-row";
import classes from "./table.module.css";
import { TableHead } from "./table-head";

export const TABLE_ID = "sellers-table";

export type TableLook = Pick<Preferences, "columns" | "density">;

type SellersTableProps = ListState & {
  sellers: Seller[];
  notes: Record<string, string>;
  look: TableLook;
  formKey: string;
  isSelected: (id: string) => boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
  /** A prop, because `useNavigate` would render the table at each step of a navigation. */
  navigate: NavigateFunction;
  isHeadCovered: boolean;
};

/** The row whose record was opened last. The browser's Back moves the focus to this row. */
let openedRow: string | undefined;

/** One click handler on the body serves all rows, because a handler per row is slow. */
export const SellersTable = memo(function SellersTable({
  sellers,
  notes,
  look,
  formKey,
  isSelected,
  onSelect,
  navigate,
  isHeadCovered,
  ...state
}: SellersTableProps) {
  const t = useT();
  const href = useHref();
  const revisitedRow = useRevisitedRow();
  const { menuRow, openMenu } = useMenuRow();
  const from = printSellerQuery(state.query, { size: state.defaultPageSize }).toString();
  const context: RowContext = {
    t,
    texts: {
      active: t("sellers:status.active"),
      inactive: t("sellers:status.inactive"),
      unnamed: t("sellers:detail.unnamed"),
      select: t("sellers:selection.row"),
      menu: t("sellers:rowMenu.title"),
    },
    href,
    columns: look.columns.map((column) => ({ column, label: columnLabel(t, column) })),
    words: searchWords(state.query.q),
    from,
    formKey,
    onSelect: useRangeSelection(sellers, onSelect),
  };
  const openSeller = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    openedRow = link.closest("tr")?.id;
    const seller = sellers.find(({ id }) => rowId(id) === openedRow);
    if (seller) rememberPage(link, { seller, ...sellerPaths(seller, from) });
    navigate(link.pathname + link.search);
  };
  return (
    <table
      className={`${theme.table} ${classes.table}`}
      id={TABLE_ID}
      tabIndex={-1}
      data-density={look.density}
      data-with-note={look.columns.includes("note") || undefined}
      data-without-status={!look.columns.includes("accountEnabled") || undefined}
    >
      <caption>
        <div className={theme.spoken}>{t("sellers:list.title")}</div>
      </caption>
      <TableHead
        {...state}
        columns={context.columns}
        sellers={sellers}
        isSelected={isSelected}
        onSelect={onSelect}
        isCovered={isHeadCovered}
      />
      <tbody onClick={(event) => openMenu(event) || openSeller(event)} onKeyDown={pressBySpace}>
        {sellers.map((seller) => {
          const row = rowId(seller.id);
          const rowState = {
            isSelected: isSelected(seller.id),
            isRevisited: row === revisitedRow,
            isMenuOpen: row === menuRow,
            note: notes[seller.id],
          };
          return sellerRow(seller, rowState, context);
        })}
      </tbody>
    </table>
  );
});

/** A browser presses a button by Space, but not a link with `role="button"`. */
function pressBySpace(event: KeyboardEvent): void {
  const menu = (event.target as Element).closest<HTMLElement>("a[role=button]");
  if (event.key !== " " || !menu) return;
  event.preventDefault();
  menu.click();
}

function useMenuRow() {
  const [menuRow, setMenuRow] = useState<string>();
  const { key } = useLocation();
  const { pinnedId } = useContext(PinnedRowContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    // The pinned row's menu stays open, because the open correction is part of that menu.
    if (!pinnedId) setMenuRow(undefined);
  }, [key]);
  /** @returns false if the click wasn't on a menu */
  const openMenu = (event: MouseEvent): boolean => {
    const row = (event.target as Element).closest("a[role=button]")?.closest("tr");
    if (!row || !isPlainClick(event)) return false;
    event.preventDefault();
    setMenuRow(row.id);
    return true;
  };
  return { menuRow, openMenu };
}

/** Focuses the row in the URL's fragment (`#row-42`) or, after Back, the row that was opened. */
function useRevisitedRow(): string | undefined {
  const { hash, key } = useLocation();
  const isBack = useNavigationType() === "POP";
  const [revisitedRow, setRevisitedRow] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation may lead back here
  useEffect(() => {
    const id = hash ? decodeFragment(hash.slice(1)) : isBack ? openedRow : undefined;
    const row = id ? document.getElementById(id)?.closest("tr") : undefined;
    row?.querySelector("a")?.focus({ preventScroll: true });
    setRevisitedRow(row ? id : undefined);
    openedRow = undefined;
  }, [key, hash, isBack]);
  return revisitedRow;
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
