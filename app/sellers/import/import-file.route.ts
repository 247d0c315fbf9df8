import { type Download, download } from "~/.server/http/download";
import { printCsvFile } from "~/.server/spreadsheet/print-csv";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { isClick } from "~/auth/failure-response.server";
import { type FranchiseeContext, forFranchisee, noAction } from "~/auth/for-franchisee.server";
import type { RowProblem } from "~/domain/checked-row";
import { headingsOf } from "~/domain/file-columns";
import type { Translate } from "~/i18n/catalogues";
import { allWrongRows, findPlan, type Plan } from "./plan-store.server";

/** Serves an empty `template.csv|xlsx`, or `correction.csv|xlsx`, the wrong rows of `?plan=`. */
export const loader = forFranchisee(async (ctx) => download(ctx.request, await requestedFile(ctx)));
export const action = noAction;

/** @throws Response 404, or for a click a redirect to the page that says that the plan is gone */
async function requestedFile(ctx: FranchiseeContext): Promise<Download> {
  const { t, request, params } = ctx;
  const [, name, format] = /^(template|correction)\.(csv|xlsx)$/.exec(params.file ?? "") ?? [];
  const planId = new URL(request.url).searchParams.get("plan");
  if (name === "template") {
    // There is no example row, because people would import it with their rows.
    const empty = { headings: headingsOf(t), batches: (async function* () {})() };
    return printTable(t, format as Download["format"], t("upload:templateName"), empty);
  }
  if (name !== "correction" || planId === null) throw new Response(null, { status: 404 });
  const plan = await findPlan(planId, ctx.session.sub);
  if (!plan && isClick(request)) throw await ctx.redirect(`/sellers/import?${new URLSearchParams({ plan: planId })}`);
  if (!plan) throw new Response(null, { status: 404 });
  const table = await wrongRowsTable(t, plan, format as Download["format"]);
  return printTable(t, format as Download["format"], t("upload:wrongRowsName"), table);
}

type Table = { headings: string[]; batches: AsyncIterable<string[][]> };

async function wrongRowsTable(t: Translate, plan: Plan, format: Download["format"]): Promise<Table> {
  const { headings, problemPlace } = plan;
  // A downloaded file that is corrected and sent again has a column with the old reasons.
  const withoutReasons = (cells: string[]) => cells.filter((_cell, place) => place !== problemPlace);
  const width = withoutReasons(headings).length;
  const extraLines = (cells: string[]) => (format === "csv" ? countLineEnds(withoutReasons(cells)) : 0);
  const lines = await wrongRowsLines(plan, extraLines);
  const reasonOf = ({ reason, same }: RowProblem) => {
    if (!same) return reason;
    // An accepted row isn't in the new file, so the reason names its line in the checked file.
    const line = lines.get(same.line);
    return line ? t(`upload:row.${same.what}`, { line }) : t(`upload:row.${same.what}Before`, { line: same.line });
  };
  const batches = async function* () {
    for await (const wrong of allWrongRows(plan)) {
      yield wrong.map(({ cells, problems }) => {
        const original = withoutReasons(cells);
        const reasons = problems.map(reasonOf).join(" ");
        // A row may be longer than the headings, so the reasons come before its further cells.
        return [...Array.from({ length: width }, (_none, at) => original[at] ?? ""), reasons, ...original.slice(width)];
      });
    }
  };
  return { headings: [...withoutReasons(headings), t("common:notice.error")], batches: batches() };
}

/** Maps a wrong row's line in the checked file to its line in the new file. */
async function wrongRowsLines(plan: Plan, extraLines: (cells: string[]) => number) {
  const lines = new Map<number, number>();
  const firstDataLine = 2;
  let next = firstDataLine + extraLines(plan.headings);
  for await (const rows of allWrongRows(plan)) {
    for (const { line, cells } of rows) {
      lines.set(line, next);
      next += 1 + extraLines(cells);
    }
  }
  return lines;
}

/** Counts line ends within cells, which shift the lines of all later rows. */
function countLineEnds(cells: string[]): number {
  // The separator keeps a CR and an LF of two cells from counting as one line end.
  return cells.join("|").match(/\r\n?|\n/g)?.length ?? 0;
}

function printTable(t: Translate, format: Download["format"], name: string, { headings, batches }: Table): Download {
  if (format === "csv") return { name, format, chunks: printCsvFile(headings, batches) };
  return { name, format, chunks: printXlsx({ sheetName: t("sellers:list.title"), headings }, batches) };
}
