import { Table, VisuallyHidden } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { type ChangeEvent, type MouseEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { rowId, sellerPath, withFrom } from "~/domain/list-link";
import { isHistoryColumn, type Preferences } from "~/domain/preferences";
import { printSellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { useHref } from "~/i18n/use-locale";
import type { SellerDates } from "~/sellers/history/seller-dates.server";
import { breakableEmail } from "~/ui/breakable-email";
import { EmptyState } from "~/ui/empty-state";
import { initialsOf } from "~/ui/initials";
import { isPlainClick } from "~/ui/plain-click";
import theme from "~/ui/theme/components.module.css";
import classes from "./list.module.css";
import type { ListState } from "./list-href";
import { rememberOpened, useReturnedRow } from "./returned-row";
import { TableHead } from "./table-head";
import { columnLabel } from "./view-menu";

/** Where the page's skip link leads. */
export const TABLE_ID = "sellers-table";

export type TableLook = Pick<Preferences, "columns" | "density">;

type SellersTableProps = ListState & {
  sellers: Seller[];
  /** By the sellers' ids, where a column for them is shown. */
  dates?: Record<string, SellerDates>;
  look: TableLook;
  isTicked: (id: string) => boolean;
  onTick: (ids: string[], ticked: boolean) => void;
};

/**
 * The sellers of one page. Its rows are plain cells: components in them would cost many times the page's work, so a
 * click on a row's link is handled once, for all of them.
 */
export function SellersTable({ sellers, dates, look, isTicked, onTick, ...state }: SellersTableProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const navigate = useNavigate();
  const returned = useReturnedRow();
  const { query, defaultPageSize } = state;
  const from = printSellerQuery(query, { size: defaultPageSize }).toString();
  const [active, inactive] = [t("status.active"), t("status.inactive")];
  const [unnamed, pick] = [t("detail.unnamed"), t("selection.row")];
  const columns = look.columns.map((column) => ({ column, label: columnLabel(t, column) }));
  const last = useRef("");
  /** With Shift, all from the last one to this one. */
  const tickOne = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const ids = sellers.map(({ id }) => id);
    const [at, since] = [ids.indexOf(target.value), ids.indexOf(last.current)];
    const range = (nativeEvent as unknown as globalThis.MouseEvent).shiftKey && since >= 0;
    onTick(range ? ids.slice(Math.min(at, since), Math.max(at, since) + 1) : [target.value], target.checked);
    last.current = target.value;
    // The bar at the lower edge may have just come over this very row.
    requestAnimationFrame(() => target.closest("tr")?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <Table id={TABLE_ID} tabIndex={-1} className={classes.table} data-density={look.density}>
      <caption>
        <VisuallyHidden>{t("list.caption")}</VisuallyHidden>
      </caption>
      <TableHead {...state} columns={columns} sellers={sellers} isTicked={isTicked} onTick={onTick} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens to the links inside, which keys click too. */}
      <tbody onClick={(event) => followInPage(event, navigate)}>
        {sellers.map((seller) => {
          const { id, displayName } = seller;
          const row = rowId(id);
          return (
            <tr key={id} id={row} className={row === returned ? classes.returned : undefined}>
              <td className={classes.pick}>
                <label>
                  <input
                    type="checkbox"
                    name="ids"
                    value={id}
                    checked={isTicked(id)}
                    onChange={tickOne}
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
                    (dates?.[id]?.[column] ?? "—")
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

/** „MPK-5414” needs no „MPK” before it where a row has no columns. */
function isSelfNamed(column: string, { mpk }: Seller): boolean {
  return column === "mpk" && /^mpk/i.test(mpk);
}

/** What a router's link does for a plain click; any other click is the browser's. */
function followInPage(event: MouseEvent, navigate: (to: string) => void): void {
  const link = (event.target as Element).closest("a");
  if (!link || !isPlainClick(event) || event.defaultPrevented) return;
  event.preventDefault();
  rememberOpened(link.closest("tr")?.id);
  navigate(link.pathname + link.search);
}
