import { Link, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "~/components/ui";
import { useHref } from "~/i18n/use-locale";
import classes from "./list.module.css";
import { sellerPath, withFrom } from "./list-link";
import { printSellerQuery, type SellerQuery, type Sort, type SortField, sortFields } from "./query";
import type { Seller } from "./seller";

type SellersTableProps = {
  sellers: Seller[];
  query: SellerQuery;
  usualSize: number;
  /** The list's own query, for the way back. */
  from: string;
};

/**
 * The sellers of one page. Its rows are plain cells: components in them would cost many times the page's work, so a
 * click on a row's link is handled once, for all of them.
 */
export function SellersTable({ sellers, query, usualSize, from }: SellersTableProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const navigate = useNavigate();
  const labels = {
    displayName: t("fields.displayName"),
    email: t("fields.email"),
    firstName: t("fields.firstName"),
    surname: t("fields.surname"),
    mpk: t("fields.mpk"),
    accountEnabled: t("list.statusColumn"),
  };
  const [active, inactive] = [t("status.active"), t("status.inactive")];
  const unnamed = t("detail.unnamed");
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{t("list.caption")}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {sortFields.map((field) => (
            <SortHeader key={field} field={field} label={labels[field]} query={query} usualSize={usualSize} />
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens to the links inside, which keys click too. */}
      <tbody onClick={(event) => followInPage(event, navigate)}>
        {sellers.map((seller) => (
          <tr key={seller.id}>
            <th scope="row">
              <a href={href(withFrom(sellerPath(seller.id), from))}>{seller.displayName || unnamed}</a>
            </th>
            <td data-label={labels.email}>{seller.email}</td>
            <td data-label={labels.firstName}>{seller.firstName}</td>
            <td data-label={labels.surname}>{seller.surname}</td>
            <td data-label={labels.mpk}>{seller.mpk}</td>
            <td data-label={labels.accountEnabled}>
              <span className={seller.accountEnabled ? classes.active : classes.inactive}>
                {seller.accountEnabled ? active : inactive}
              </span>
            </td>
          </tr>
        ))}
        {sellers.length === 0 && (
          <tr className={classes.none}>
            <td colSpan={sortFields.length}>
              <strong>{t("common:noData")}</strong>
              <br />
              {t("list.none")}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

type SortHeaderProps = { field: SortField; label: string; query: SellerQuery; usualSize: number };

/** A column's name, as a link that sorts by it, and the other way round the second time. */
function SortHeader({ field, label, query, usualSize }: SortHeaderProps) {
  const href = useHref();
  const order = query.sort === field ? "ascending" : query.sort === `-${field}` ? "descending" : undefined;
  const sort: Sort = order === "ascending" ? `-${field}` : field;
  const params = printSellerQuery({ ...query, sort, page: 1 }, { size: usualSize }).toString();
  return (
    <th scope="col" aria-sort={order}>
      <Link to={href(params ? `/sellers?${params}` : "/sellers")} preventScrollReset>
        {label}
      </Link>
    </th>
  );
}

/** What a router's link does for a plain click; any other click is the browser's. */
function followInPage(event: MouseEvent, navigate: (to: string) => void): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
