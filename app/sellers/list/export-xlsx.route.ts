import { download } from "~/.server/http/download";
import { MAX_ROWS, printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/columns";
import { listPath } from "~/domain/list-link";
import { type ExportRequest, exported, exportedRows, exportName, rowsFrom } from "./export-sellers.server";

/**
 * All sellers that the list's query matches, or the ticked ones that it posts, as one sheet; for more than a sheet holds,
 * back to the list.
 */
const file = (ctx: FranchiseeContext) => exported(ctx, (asked) => sheet(ctx, asked));

export const loader = forFranchisee(file);
export const action = forFranchisee(file);

async function sheet(ctx: FranchiseeContext, asked: ExportRequest): Promise<Response> {
  const { request, t, redirect } = ctx;
  const batches = exportedRows(ctx, asked);
  try {
    const first = await batches.next();
    const total = first.value?.total ?? 0;
    if (total >= MAX_ROWS) {
      await batches.return();
      const text = t("files:tooManyRows", { most: MAX_ROWS - 1, total });
      return redirect(listPath(asked.list), { flash: { kind: "error", text } });
    }
    const named = { sheetName: t("files:sheetName"), headings: headingsOf(t, asked.columns) };
    return await download(request, {
      fileName: exportName(ctx, "xlsx"),
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      chunks: printXlsx(named, rowsFrom(first, batches)),
    });
  } catch (error) {
    // What failed may be what would have taken the rows to their end, and with it given back their turn.
    await batches.return();
    throw error;
  }
}
