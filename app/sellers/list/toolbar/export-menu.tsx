import { Link } from "@remix-run/react";
import { printSellerFilter } from "~/domain/query";
import { useHref, useT } from "~/i18n/hooks";
import { MenuList } from "~/layouts/shell/details-menu";
import type { ListState } from "../list-href";
import type { TableLook } from "../table/sellers-table";
import { closeMenu, useFileAnnouncement } from "./list-menu";
import classes from "./toolbar.module.css";

type ExportMenuProps = Pick<ListState, "query"> &
  Pick<TableLook, "columns"> & {
    /** How many rows a file has; undefined if unknown. */
    rows: number | undefined;
  };

export function ExportMenu({ query, columns, rows }: ExportMenuProps) {
  const t = useT();
  const href = useHref();
  const announceFile = useFileAnnouncement(rows);
  const filterParams = printSellerFilter(query);
  // A file holds what the backend has of sellers, and no dates and notes of this app.
  const fields = columns.filter((column) => column !== "note");
  const filterAndColumnParams = new URLSearchParams([...filterParams, ["columns", fields.join(".")]]);
  const files = (["csv", "xlsx"] as const).flatMap((name) => {
    const format = name.toUpperCase();
    return [
      { name, format, params: filterParams, text: t(`sellers:export.${name}`) },
      { name, format, params: filterAndColumnParams, text: t("sellers:export.shownColumns", { format }) },
    ];
  });
  return (
    <MenuList onClick={closeMenu}>
      {rows !== undefined && <li className={classes.group}>{t("sellers:export.rows", { count: rows })}</li>}
      {files.map(({ name, format, params, text }) => (
        <li key={text}>
          <Link to={href(`/sellers/export.${name}?${params}`)} reloadDocument onClick={() => announceFile(format)}>
            {text}
          </Link>
        </li>
      ))}
      <li>
        <Link to={href(`/sellers/emails?${filterParams}`)}>{t("sellers:emails.copy")}</Link>
      </li>
    </MenuList>
  );
}
