import { download } from "~/.server/http/download";
import { printCsvFile } from "~/.server/spreadsheet/print-csv";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/file-columns";
import { exported, exportName, fileRows } from "./export-sellers.server";

const respond = (ctx: FranchiseeContext) =>
  exported(ctx, (request) => {
    const chunks = printCsvFile(headingsOf(ctx.t, request.columns), fileRows(ctx, request));
    return download(ctx.request, { fileName: exportName(ctx, "csv"), type: "text/csv; charset=utf-8", chunks });
  });

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);
