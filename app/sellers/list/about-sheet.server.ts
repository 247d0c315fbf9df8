import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime, formatNumber } from "~/i18n/format";
import type { ExportRequest } from "./export-sellers.server";
import { filterTexts } from "./filter-texts";

/** The headings and values of the sheet „O eksporcie”. */
export function aboutSheet(
  { t, by, locale }: FranchiseeContext,
  request: ExportRequest,
  rows: number,
): [string, string][] {
  return [
    [t("sellers:filters.title"), describeFilter(t, request)],
    [t("files:about.rows"), formatNumber(rows, locale)],
    [t("files:about.person"), by.name ?? by.sub],
    [t("undo:file.at"), formatDateTime(Date.now())],
  ];
}

function describeFilter(t: Translate, { query, ids, leftOut = [] }: ExportRequest): string {
  if (ids) return t("sellers:selection.label");
  const filters = filterTexts(t, query).map(({ name, value }) => (value ? `${name}: ${value}` : name));
  const text = filters.join("; ") || t("files:about.all");
  return leftOut.length > 0 ? `${text}, ${t("files:about.leftOut", { left: leftOut.length })}` : text;
}
