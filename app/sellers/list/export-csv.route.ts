import { download } from "~/.server/http/download";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/sellers/columns";
import { exported, exportedRows, exportName } from "./export-sellers.server";

/** All sellers that the list's query matches, for a Polish Excel. */
export const loader = forFranchisee((ctx) => {
  const { request, t } = ctx;
  const chunks = async function* () {
    let opening = BYTE_ORDER_MARK + printCsv([headingsOf(t)]);
    for await (const { rows } of exportedRows(ctx, request.url)) {
      yield Buffer.from(opening + printCsv(rows));
      opening = "";
    }
  };
  const file = { fileName: exportName(ctx, "csv"), type: "text/csv; charset=utf-8", chunks: chunks() };
  return exported(ctx, request.url, () => download(request, file));
});
