import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/.server/http/download";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { requireFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/sellers/columns";
import { exportedRows, exportName } from "./export-sellers.server";

/** All sellers that the list's query matches, for a Polish Excel. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const chunks = async function* () {
    let opening = BYTE_ORDER_MARK + printCsv([headingsOf(franchisee.t)]);
    for await (const { rows } of exportedRows(franchisee, args.request.url)) {
      yield Buffer.from(opening + printCsv(rows));
      opening = "";
    }
  };
  return download(args.request, {
    fileName: exportName(franchisee, "csv"),
    type: "text/csv; charset=utf-8",
    chunks: chunks(),
  });
}
