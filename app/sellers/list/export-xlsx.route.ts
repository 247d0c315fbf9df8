import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/.server/http/download";
import { MAX_ROWS, printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { requireFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/sellers/columns";
import { exportedRows, exportName } from "./export-sellers.server";

/** All sellers that the list's query matches, as one sheet; for more than a sheet holds, back to the list. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const { t, redirect } = franchisee;
  const { url } = args.request;
  const batches = exportedRows(franchisee, url);
  const first = await batches.next();
  const total = first.value?.total ?? 0;
  if (total >= MAX_ROWS) {
    await batches.return();
    const text = t("files:tooManyRows", { most: MAX_ROWS - 1, total });
    return redirect(`/sellers${new URL(url).search}`, { flash: { kind: "error", text } });
  }
  const rows = async function* () {
    if (first.value) yield first.value.rows;
    for await (const batch of batches) yield batch.rows;
  };
  return download(args.request, {
    fileName: exportName(franchisee, "xlsx"),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    chunks: printXlsx({ sheetName: t("files:sheetName"), headings: headingsOf(t) }, rows()),
  });
}
