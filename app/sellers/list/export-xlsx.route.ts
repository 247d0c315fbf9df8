import { download } from "~/.server/http/download";
import { MAX_ROWS, printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/sellers/columns";
import { exported, exportedRows, exportName } from "./export-sellers.server";

/** All sellers that the list's query matches, as one sheet; for more than a sheet holds, back to the list. */
export const loader = forFranchisee((ctx) => exported(ctx, ctx.request.url, () => sheet(ctx)));

async function sheet(ctx: FranchiseeContext): Promise<Response> {
  const { request, t, redirect } = ctx;
  const { url } = request;
  const batches = exportedRows(ctx, url);
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
  return download(request, {
    fileName: exportName(ctx, "xlsx"),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    chunks: printXlsx({ sheetName: t("files:sheetName"), headings: headingsOf(t) }, rows()),
  });
}
