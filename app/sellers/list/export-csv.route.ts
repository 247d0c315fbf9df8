import { download } from "~/.server/http/download";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/columns";
import { exported, exportedRows, exportName } from "./export-sellers.server";

/** All sellers that the list's query matches, or the ticked ones that it posts, for a Polish Excel. */
const file = (ctx: FranchiseeContext) =>
  exported(ctx, (asked) => {
    const chunks = async function* () {
      let opening = BYTE_ORDER_MARK + printCsv([headingsOf(ctx.t, asked.columns)]);
      for await (const { rows } of exportedRows(ctx, asked)) {
        yield Buffer.from(opening + printCsv(rows));
        opening = "";
      }
    };
    const fileName = exportName(ctx, "csv");
    return download(ctx.request, { fileName, type: "text/csv; charset=utf-8", chunks: chunks() });
  });

export const loader = forFranchisee(file);
export const action = forFranchisee(file);
