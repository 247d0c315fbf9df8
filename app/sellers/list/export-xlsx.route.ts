import { download } from "~/.server/http/download";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/columns";
import { exported, exportedRows, exportName } from "./export-sellers.server";

/** Excel's limit of 1,048,576 rows, without the headings. */
const MAX_ROWS = 1_048_575;

/** The sellers of the list's query, or the ticked ones, as a workbook. */
const respond = (ctx: FranchiseeContext) =>
  exported(ctx, (request) => {
    const { t } = ctx;
    const sheet = { sheetName: t("files:sheetName"), headings: headingsOf(t, request.columns) };
    return download(ctx.request, {
      fileName: exportName(ctx, "xlsx"),
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      chunks: printXlsx(sheet, exportedRows(ctx, request, MAX_ROWS)),
    });
  });

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);
