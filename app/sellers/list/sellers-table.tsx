import { Table, VisuallyHidden } from "@mantine/core";
import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { rowId, sellerPath, withFrom } from "~/domain/list-link";
import { isHistoryColumn, type Preferences } from "~/domain/preferences";
import { printSellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { useHref } from "~/i18n/use-locale";
import type { SellerDates } from "~/sellers/history/seller-changes.server";
import { initialsOf } from "~/ui/avatar";
import { breakableEmail } from "~/ui/breakable-email";
import { isPlainClick } from "~/ui/departure";
import { EmptyState } from "~/ui/empty-state";
import theme from "~/ui/theme/components.module.css";
import classes from "./list.module.css";
import type { ListState } from "./list-href";
import { TableHead } from "./table-head";
import { columnLabel } from "./view-menu";

/** The target of the page's skip link. */
export const TABLE_ID = "sellers-table";

/** What this app keeps of a seller. */
export type RowExtras = SellerDates & { note?: string };

export type TableLook = Pick<Preferences, "columns" | "density">;

type SellersTableProps = ListState & {
  sellers: Seller[];
  /** By the sellers' ids; absent if no column shows them. */
  extras?: Record<string, RowExtras>;
  look: TableLook;
  isSelected: (id: string) => boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
};

/**
 * The sellers of one page. The rows are plain cells, and one handler serves all links: components in each row would
 * multiply the page's rendering time.
 */
export function SellersTable({ sellers, extras, look, isSelected, onSelect, ...state }: SellersTableProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const navigate = useNavigate();
  const returnedRow = useReturnedRow();
  const { query, defaultPageSize } = state;
  const from = printSellerQuery(query, { size: defaultPageSize }).toString();
  const [active, inactive] = [t("status.active"), t("status.inactive")];
  const [unnamed, pick] = [t("detail.unnamed"), t("selection.row")];
  const columns = look.columns.map((column) => ({ column, label: columnLabel(t, column) }));
  const lastSelected = useRef("");
  /** With Shift, selects the range from the last row to this one. */
  const selectRow = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const ids = sellers.map(({ id }) => id);
    const [end, start] = [ids.indexOf(target.value), ids.indexOf(lastSelected.current)];
    const isRange = (nativeEvent as unknown as globalThis.MouseEvent).shiftKey && start >= 0;
    onSelect(isRange ? ids.slice(Math.min(start, end), Math.max(start, end) + 1) : [target.value], target.checked);
    lastSelected.current = target.value;
    // The bar that appears at the lower edge may cover this row.
    requestAnimationFrame(() => target.closest("tr")?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <Table id={TABLE_ID} tabIndex={-1} className={classes.table} data-density={look.density}>
      <caption>
        <VisuallyHidden>{t("list.caption")}</VisuallyHidden>
      </caption>
      <TableHead {...state} columns={columns} sellers={sellers} isSelected={isSelected} onSelect={onSelect} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the links inside, too. */}
      <tbody onClick={(event) => followInPage(event, navigate)}>
        {sellers.map((seller) => {
          const { id, displayName } = seller;
          const row = rowId(id);
          return (
            <tr key={id} id={row} className={row === returnedRow ? classes.returned : undefined}>
              <td className={classes.pick}>
                <label>
                  <input
                    type="checkbox"
                    name="ids"
                    value={id}
                    checked={isSelected(id)}
                    onChange={selectRow}
                    aria-label={`${pick} ${displayName || unnamed}`}
                  />
                </label>
              </td>
              <th scope="row">
                <span className={classes.initials} data-initials={initialsOf(displayName)} aria-hidden="true" />
                <a href={href(withFrom(sellerPath(id), from))} className={theme.quiet}>
                  <bdi translate={displayName ? "no" : undefined}>{displayName || unnamed}</bdi>
                </a>
              </th>
              {columns.map(({ column, label }) => (
                <td
                  key={column}
                  className={classes[column]}
                  data-label={isSelfNamed(column, seller) ? undefined : label}
                >
                  {isHistoryColumn(column) ? (
                    (extras?.[id]?.[column] ?? "—")
                  ) : column === "note" ? (
                    <span translate="no" className={classes.lines} title={extras?.[id]?.note}>
                      {extras?.[id]?.note}
                    </span>
                  ) : column === "accountEnabled" ? (
                    seller.accountEnabled ? (
                      <span className={classes.active}>{active}</span>
                    ) : (
                      <span className={`${theme.badge} ${classes.inactive}`}>{inactive}</span>
                    )
                  ) : column === "email" ? (
                    breakableEmail(seller.email)
                  ) : (
                    seller[column] && <bdi translate="no">{seller[column]}</bdi>
                  )}
                </td>
              ))}
            </tr>
          );
        })}
        {sellers.length === 0 && (
          <tr>
            <td colSpan={columns.length + 2}>
              <EmptyState kind="nothing-yet" title={t("common:noData")}>
                {t("list.none")}
              </EmptyState>
            </td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

/** Whether the value begins with its column's name, as „MPK-5414” does, so that a card needs no label before it. */
function isSelfNamed(column: string, { mpk }: Seller): boolean {
  return column === "mpk" && /^mpk/i.test(mpk);
}

/** Follows a plain click as a router's link would; any other click is the browser's. */
function followInPage(event: MouseEvent, navigate: (to: string) => void): void {
  const link = (event.target as Element).closest("a");
  if (!link || !isPlainClick(event) || event.defaultPrevented) return;
  event.preventDefault();
  openedRow = link.closest("tr")?.id;
  navigate(link.pathname + link.search);
}

/** The row whose record was opened last, until the list is on screen again. */
let openedRow: string | undefined;

/**
 * Moves the focus to the row that the person returns to: the row that the URL's fragment names or, after the browser's
 * Back, the one that was opened. ScrollRestoration scrolls there.
 * @returns the row's id, for its style: `:target` doesn't match after a script's navigation
 */
function useReturnedRow(): string | undefined {
  const { hash, key } = useLocation();
  const isBack = useNavigationType() === "POP";
  const [returnedRow, setReturnedRow] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation may be a return
  useEffect(() => {
    const id = hash ? decodeFragment(hash.slice(1)) : isBack ? openedRow : undefined;
    const row = id ? document.getElementById(id)?.closest("tr") : undefined;
    row?.querySelector("a")?.focus({ preventScroll: true });
    setReturnedRow(row ? id : undefined);
    openedRow = undefined;
  }, [key, hash, isBack]);
  return returnedRow;
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
