import { Navigate, type NavigateFunction, useLocation, useNavigationType } from "@remix-run/react";
import {
  type ChangeEvent,
  type ComponentType,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  memo,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { rowActionsPath, rowId, sellerPath, sellerPaths, withFrom } from "~/domain/list-link";
import type { Preferences } from "~/domain/preferences";
import { printSellerQuery } from "~/domain/query";
import { searchWords } from "~/domain/search";
import type { Seller } from "~/domain/seller";
import { useHref } from "~/i18n/use-locale";
import { initialsOf } from "~/ui/avatar";
import { isPlainClick } from "~/ui/clicks";
import { rememberPage } from "~/ui/page-memory";
import theme from "~/ui/theme/components.module.css";
import {
  cellContent,
  columnLabel,
  hiddenMatches,
  highlight,
  isNamedOnCard,
  isPartOfDisplayName,
  type RowExtras,
  tooltipOf,
} from "./cells";
import classes from "./list.module.css";
import type { ListState } from "./list-href";
import type { RowMenuProps } from "./row-menu";
import { TableHead } from "./table-head";

/** The target of the page's skip link. */
export const TABLE_ID = "sellers-table";

export type TableLook = Pick<Preferences, "columns" | "density">;

type SellersTableProps = ListState & {
  sellers: Seller[];
  /** By the sellers' ids; absent if no column shows them. */
  extras?: Record<string, RowExtras>;
  look: TableLook;
  formKey: string;
  isSelected: (id: string) => boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
  navigate: NavigateFunction;
  /** Whether the bar for selected rows lies over the table's head. */
  isHeadCovered: boolean;
};

/** Space presses a button, but not a link that has the role of one. */
function pressBySpace(event: KeyboardEvent): void {
  const menu = (event.target as Element).closest<HTMLElement>("a[role=button]");
  if (event.key !== " " || !menu) return;
  event.preventDefault();
  menu.click();
}

/**
 * The cells are plain and share one handler, because a component in each row is slow. `navigate` is
 * given, because useNavigate would draw the table anew at each step of a navigation.
 */
export const SellersTable = memo(function SellersTable({
  sellers,
  extras,
  look,
  formKey,
  isSelected,
  onSelect,
  navigate,
  isHeadCovered,
  ...state
}: SellersTableProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const returnedRow = useReturnedRow();
  const { query, defaultPageSize } = state;
  const from = printSellerQuery(query, { size: defaultPageSize }).toString();
  const [active, inactive] = [t("status.active"), t("status.inactive")];
  const [unnamed, selectLabel] = [t("detail.unnamed"), t("selection.row")];
  const menuLabel = t("rowMenu.title");
  const columns = look.columns.map((column) => ({ column, label: columnLabel(t, column) }));
  const [menuRow, setMenuRow] = useState<string>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setMenuRow(undefined), [key]);
  /** @returns whether the click was on a row's menu */
  const openMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest("a[role=button]")?.closest("tr");
    if (!row || !isPlainClick(event)) return false;
    event.preventDefault();
    setMenuRow(row.id);
    return true;
  };
  /** Opens the record as a router's link would; any other click is the browser's. */
  const openSeller = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    openedRow = link.closest("tr")?.id;
    const seller = sellers.find(({ id }) => rowId(id) === openedRow);
    if (seller) rememberPage(link, { seller, ...sellerPaths(seller, from) });
    navigate(link.pathname + link.search);
  };
  const words = searchWords(query.q);
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
    <table
      className={`${theme.table} ${classes.table}`}
      id={TABLE_ID}
      tabIndex={-1}
      data-density={look.density}
      data-stateless={!look.columns.includes("accountEnabled") || undefined}
    >
      <caption>
        <div className={theme.spoken}>{t("list.title")}</div>
      </caption>
      <TableHead
        {...state}
        columns={columns}
        sellers={sellers}
        isSelected={isSelected}
        onSelect={onSelect}
        isCovered={isHeadCovered}
      />
      <tbody onClick={(event) => openMenu(event) || openSeller(event)} onKeyDown={pressBySpace}>
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
                    aria-label={`${selectLabel} ${displayName || unnamed}`}
                  />
                </label>
              </td>
              <th scope="row" data-initials={initialsOf(displayName)}>
                <a href={href(withFrom(sellerPath(id), from))}>
                  <bdi translate={displayName ? "no" : undefined}>{highlight(displayName, words) || unnamed}</bdi>
                </a>
                {hiddenMatches(seller, words, look.columns).map(({ field, isNarrowOnly, value }) => (
                  <span key={field} className={isNarrowOnly ? `${classes.match} ${classes.narrow}` : classes.match}>
                    {t(`fields.${field}`)}: <bdi translate="no">{highlight(value, words)}</bdi>
                  </span>
                ))}
              </th>
              {columns.map(({ column, label }) => (
                <td
                  key={column}
                  className={
                    isPartOfDisplayName(column, seller) ? `${classes[column]} ${theme.dimmed}` : classes[column]
                  }
                  data-label={isNamedOnCard(column, seller) ? label : undefined}
                  title={tooltipOf(column, seller)}
                >
                  {cellContent(column, seller, extras?.[id], { words, active, inactive })}
                </td>
              ))}
              <td className={classes.actions}>
                {menuRow === row ? (
                  <Suspense fallback={<span className={classes.menuButton}>⋯</span>}>
                    <RowMenu seller={seller} from={from} formKey={formKey} className={classes.menuButton} />
                  </Suspense>
                ) : (
                  // biome-ignore lint/a11y/useSemanticElements: without scripts it leads to a page
                  <a
                    href={href(rowActionsPath(id, from))}
                    role="button"
                    className={classes.menuButton}
                    aria-label={`${menuLabel}: ${displayName || unnamed}`}
                  >
                    ⋯
                  </a>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
});

/** When the menu's chunk is gone, the link's own page stands in. */
const RowMenu = lazy<ComponentType<RowMenuProps>>(() =>
  import("./row-menu").catch(() => ({ default: RowActionsPage })),
);

function RowActionsPage({ seller, from }: RowMenuProps) {
  const href = useHref();
  return <Navigate to={href(rowActionsPath(seller.id, from))} />;
}

/** The row whose record was opened last, until the list is on screen again. */
let openedRow: string | undefined;

/**
 * Moves the focus to the row that the person returns to: the row that the URL's fragment names or,
 * after the browser's Back, the one that was opened. ScrollRestoration scrolls there.
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
