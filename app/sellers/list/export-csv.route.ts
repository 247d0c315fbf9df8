import { download } from "~/.server/http/download";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/columns";
import { exported, exportedRows, exportName } from "./export-sellers.server";

/** The sellers of the list's query, or the ticked ones, for a Polish Excel. */
const respond = (ctx: FranchiseeContext) =>
  exported(ctx, (request) => {
    const chunks = async function* () {
      let opening = BYTE_ORDER_MARK + printCsv([headingsOf(ctx.t, request.columns)]);
      for await (const rows of exportedRows(ctx, request)) {
        yield Buffer.from(opening + printCsv(rows));
        opening = "";
      }
    };
    const fileName = exportName(ctx, "csv");
    return download(ctx.request, { fileName, type: "text/csv; charset=utf-8", chunks: chunks() });
  });

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);
