import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFranchisee } from "~/.server/auth/guard";
import { download } from "~/.server/download";
import { exportedRows, exportName } from "~/.server/sellers/export-sellers";
import { headingsOf } from "~/sellers/columns";
import { BYTE_ORDER_MARK, printCsv } from "~/sellers/csv";

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
