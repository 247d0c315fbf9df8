import { type Download, download } from "~/.server/http/download";
import { printCsvFile } from "~/.server/spreadsheet/print-csv";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { admittedRows } from "~/auth/admitted-rows.server";
import { isClick } from "~/auth/failure-response.server";
import { type FranchiseeContext, forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { headingsOf } from "~/domain/file-columns";
import type { Translate } from "~/i18n/catalogues";
import { allWrongRows, findPlan, type Plan } from "./plan-store.server";

export const loader = forFranchisee(async (ctx) => download(ctx.request, await requestedFile(ctx)));
export const action = noAction;

/** @throws Response 404, or for a click a redirect to the page that says that the plan is gone */
async function requestedFile(ctx: FranchiseeContext): Promise<Download> {
  const { t, request, params } = ctx;
  const [, name, format] = /^(template|correction)\.(csv|xlsx)$/.exec(params.file ?? "") ?? [];
  const planId = new URL(request.url).searchParams.get("plan");
  if (name === "template") {
    // No example row, because people would import it with their rows.
    const empty = { headings: headingsOf(t), batches: (async function* () {})() };
    return printTable(t, format as Download["format"], t("upload:templateName"), empty);
  }
  if (name !== "correction" || planId === null) throw new Response(null, { status: 404 });
  const plan = await findPlan(planId, ctx.session.sub);
  if (!plan && isClick(request)) throw await ctx.redirect(`/sellers/import?${new URLSearchParams({ plan: planId })}`);
  if (!plan) throw new Response(null, { status: 404 });
  const { headings, batches } = wrongRowsTable(t, plan);
  const table = { headings, batches: admittedRows(ctx, batches, { columns: headings.length }) };
  return printTable(t, format as Download["format"], t("upload:wrongRowsName"), table);
}

type Table = { headings: string[]; batches: AsyncIterable<string[][]> };

function wrongRowsTable(t: Translate, plan: Plan): Table {
  const { headings, problemPlace } = plan;
  // A file that was downloaded for correction still has the column with the old reasons.
  const withoutReasons = (cells: string[]) => cells.filter((_cell, place) => place !== problemPlace);
  const width = withoutReasons(headings).length;
  const batches = async function* () {
    for await (const wrong of allWrongRows(plan)) {
      yield wrong.map(({ line, cells, problems }) => {
        const fileCells = withoutReasons(cells);
        const reasons = problems.map(({ reason }) => reason).join(" ");
        // A row may be longer than the headings. Its extra cells follow the reasons.
        return [
          ...Array.from({ length: width }, (_none, at) => fileCells[at] ?? ""),
          t("upload:row.ofLine", { line, reasons }),
          ...fileCells.slice(width),
        ];
      });
    }
  };
  return { headings: [...withoutReasons(headings), t("common:notice.error")], batches: batches() };
}

function printTable(t: Translate, format: Download["format"], name: string, { headings, batches }: Table): Download {
  if (format === "csv") return { name, format, chunks: printCsvFile(headings, batches) };
  return { name, format, chunks: printXlsx({ sheetName: t("sellers:list.title"), headings }, batches) };
}
