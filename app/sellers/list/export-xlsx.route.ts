import { download } from "~/.server/http/download";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/file-columns";
import { historyColumns } from "~/domain/preferences";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime, formatNumber } from "~/i18n/format";
import { type ExportRequest, exported, exportName, fileRows } from "./export-sellers.server";
import { periodText } from "./period-text";

/** Excel's limit of 1,048,576 rows, without the headings and a row about missing sellers. */
const MAX_ROWS = 1_048_574;

const respond = (ctx: FranchiseeContext) =>
  exported(ctx, (request) => {
    const { t } = ctx;
    let missing = 0;
    const rows = fileRows(ctx, request, {
      maxRows: MAX_ROWS,
      onMissing: (count) => {
        missing = count;
      },
    });
    const workbook = {
      sheetName: t("sellers:list.title"),
      headings: headingsOf(t, request.columns),
      about: {
        sheetName: t("files:about.sheetName"),
        pairs: (rows: number) => aboutPairs(ctx, request, missing > 0 ? rows - 1 : rows),
      },
    };
    return download(ctx.request, {
      fileName: exportName(ctx, "xlsx"),
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      chunks: printXlsx(workbook, rows),
    });
  });

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);

/** What the sheet „O eksporcie” says. */
function aboutPairs({ t, by, locale }: FranchiseeContext, request: ExportRequest, rows: number): [string, string][] {
  return [
    [t("sellers:filters.title"), filterText(t, request)],
    [t("files:about.rows"), formatNumber(rows, locale)],
    [t("files:about.person"), by.name ?? by.sub],
    [t("undo:file.at"), formatDateTime(Date.now())],
  ];
}

function filterText(t: Translate, { query, ids, leftOut = [] }: ExportRequest): string {
  const { q, mpk, status, names, same } = query;
  if (ids) return t("sellers:selection.label");
  const filters = [
    q && `${t("sellers:filters.q")}: ${q}`,
    mpk && `${t("sellers:filters.mpk")}: ${mpk}`,
    status && `${t("sellers:list.statusLabel")}: ${t(`sellers:status.${status}`)}`,
    names && t("sellers:filters.names"),
    same && t(`sellers:filters.same.${same}`),
    ...historyColumns.map((column) => {
      const period = query[column];
      return period && `${t(`sellers:list.${column}`)}: ${periodText(t, period)}`;
    }),
  ].filter(Boolean);
  const parts = [
    filters.join("; ") || t("files:about.all"),
    leftOut.length > 0 && t("files:about.leftOut", { left: leftOut.length }),
  ];
  return parts.filter(Boolean).join(", ");
}
