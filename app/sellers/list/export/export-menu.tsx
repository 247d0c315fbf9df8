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
    rowCount: number | undefined;
  };

export function ExportMenu({ query, columns, rowCount }: ExportMenuProps) {
  const t = useT();
  const href = useHref();
  const announceFile = useAnnounceFile(rowCount);
  const filterParams = printSellerFilter(query);
  // Without notes, which this app stores: files contain the backend's data only.
  const fields = columns.filter((column) => column !== "note");
  const filterAndColumnParams = new URLSearchParams([...filterParams, ["columns", fields.join(".")]]);
  return (
    <MenuList>
      {rowCount !== undefined && <li className={theme.group}>{t("sellers:export.rows", { count: rowCount })}</li>}
      {formats.flatMap(({ name, program }) => [
        // Hidden from screen readers, because each link's text names the format.
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
export function useAnnounceFile(rowCount: number | undefined) {
  const t = useT();
  return (name: string) => {
    const coming = t("sellers:export.coming", { format: name.toUpperCase() });
    const text = rowCount === undefined ? coming : `${coming} (${t("sellers:export.rows", { count: rowCount })})`;
    showToast({ kind: "info", text: `${text}.` });
  };
}
