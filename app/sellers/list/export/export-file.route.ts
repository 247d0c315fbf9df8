import { type Download, download } from "~/.server/http/download";
import { printCsvFile } from "~/.server/spreadsheet/print-csv";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/file-columns";
import type { Translate } from "~/i18n/catalogues";
import { formatDate, formatDateTime, formatNumber } from "~/i18n/format";
import { partsOfFilter } from "../toolbar/filter-chips";
import { type ExportRequest, fileRows, withExport } from "./export-rows.server";

/** Excel's limit of 1,048,576 rows, less the headings and one notice (`onNoticeRow`). */
const MAX_ROWS = 1_048_574;

async function respond(ctx: FranchiseeContext): Promise<Response> {
  const { pathname } = new URL(ctx.request.url);
  const fileOf = /\.csv$/i.test(pathname) ? csvFile : xlsxFile;
  return withExport(ctx, (request) => download(ctx.request, fileOf(ctx, request)));
}

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);

function csvFile(ctx: FranchiseeContext, request: ExportRequest): Download {
  const chunks = printCsvFile(headingsOf(ctx.t, request.columns), fileRows(ctx, request));
  return { name: exportName(ctx), format: "csv", chunks };
}

function xlsxFile(ctx: FranchiseeContext, request: ExportRequest): Download {
  const { t } = ctx;
  let noticeRows = 0;
  const rows = fileRows(ctx, request, {
    maxRows: MAX_ROWS,
    onNoticeRow: () => {
      noticeRows += 1;
    },
  });
  const workbook = {
    sheetName: t("sellers:list.title"),
    headings: headingsOf(t, request.columns),
    about: {
      sheetName: t("files:about.sheetName"),
      // `printXlsx` calls `pairs` after the last row, when `noticeRows` has its final value.
      pairs: (rows: number) => aboutSheet(ctx, request, rows - noticeRows),
    },
  };
  return { name: exportName(ctx), format: "xlsx", chunks: printXlsx(workbook, rows) };
}

/** For example `sprzedawcy-2026-03-31`, with the day in Warsaw. */
function exportName({ t }: Pick<FranchiseeContext, "t">): string {
  const day = formatDate(Date.now()).split(".").reverse().join("-");
  return `${t("files:fileName.sellers")}-${day}`;
}

function aboutSheet({ t, by, locale }: FranchiseeContext, request: ExportRequest, count: number): [string, string][] {
  return [
    [t("sellers:filters.title"), describeFilter(t, request)],
    [t("files:about.rows"), formatNumber(count, locale)],
    [t("files:about.person"), by.name ?? by.sub],
    [t("undo:file.at"), formatDateTime(Date.now())],
  ];
}

function describeFilter(t: Translate, { query, ids, leftOut = [] }: ExportRequest): string {
  if (ids) return t("sellers:selection.label");
  const filters = partsOfFilter(t, query).map(({ name, value }) => (value ? `${name}: ${value}` : name));
  const text = filters.join("; ") || t("files:about.all");
  return leftOut.length > 0 ? `${text}, ${t("files:about.leftOut", { left: leftOut.length })}` : text;
}
