import { Link } from "@remix-run/react";
import { printSellerFilter } from "~/domain/query";
import { useHref, useT } from "~/i18n/hooks";
import { MenuList } from "~/layouts/shell/details-menu";
import theme from "~/ui/theme/components.module.css";
import { showToast } from "~/ui/toast";
import type { ListState } from "../list-href";
import type { TableLook } from "../table/sellers-table";

const formats = [
  { name: "xlsx", program: "Excel" },
  { name: "csv", program: "CSV" },
] as const;

type ExportMenuProps = Pick<ListState, "query"> &
  Pick<TableLook, "columns"> & {
    rows: number | undefined;
  };

export function ExportMenu({ query, columns, rows }: ExportMenuProps) {
  const t = useT();
  const href = useHref();
  const announceFile = useAnnounceFile(rows);
  const filterParams = printSellerFilter(query);
  // Files contain the backend's data only; this app stores the notes.
  const fields = columns.filter((column) => column !== "note");
  const filterAndColumnParams = new URLSearchParams([...filterParams, ["columns", fields.join(".")]]);
  return (
    <MenuList>
      {rows !== undefined && <li className={theme.group}>{t("sellers:export.rows", { count: rows })}</li>}
      {formats.flatMap(({ name, program }) => [
        // Hidden, because the link's own text has the format.
        <li key={name} className={theme.group} aria-hidden="true">
          {program}
        </li>,
        ...(["allColumns", "shownColumns"] as const).map((which) => (
          <li key={`${name} ${which}`}>
            <Link
              to={href(`/sellers/export.${name}?${which === "allColumns" ? filterParams : filterAndColumnParams}`)}
              reloadDocument
              onClick={() => announceFile(name)}
            >
              <span>
                {which === "allColumns" && <span className={theme.spoken}>{t(`sellers:export.${name}`)}: </span>}
                {t(`sellers:export.${which}`)}
                {which === "shownColumns" && <span className={theme.spoken}> ({name.toUpperCase()})</span>}
              </span>
            </Link>
          </li>
        )),
      ])}
      <li>
        <Link to={href(`/sellers/emails?${filterParams}`)}>{t("sellers:emails.copy")}</Link>
      </li>
    </MenuList>
  );
}

/** A browser shows a download only after its first rows, so a toast announces the file. */
export function useAnnounceFile(rows: number | undefined) {
  const t = useT();
  return (name: string) => {
    const coming = t("sellers:export.coming", { format: name.toUpperCase() });
    const text = rows === undefined ? coming : `${coming} (${t("sellers:export.rows", { count: rows })})`;
    showToast({ kind: "info", text: `${text}.` });
  };
}
