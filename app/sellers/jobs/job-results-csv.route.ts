import { yieldToEventLoop } from "~/.server/in-slices";
import { csvDownload } from "~/.server/spreadsheet/csv-download";
import { admittedRows } from "~/auth/admitted-rows.server";
import { type FranchiseeContext, forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { itemsFrom } from "./item-store.server";
import { isOver } from "./job";
import { ownJob, rowsOf } from "./job-page.server";
import { BATCH_ROWS, type Job } from "./job-store.server";

export const loader = forFranchisee((ctx) => jobResultsCsv(ctx, ctx.params.job ?? ""));
export const action = noAction;

async function jobResultsCsv(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { t, redirect } = ctx;
  const job = await ownJob(ctx, id);
  const headings = [
    t("jobs:columns.number"),
    t("jobs:columns.line"),
    t("common:seller"),
    t("undo:file.id"),
    t("jobs:columns.outcome"),
    t("jobs:columns.reason"),
  ];
  const refuse = (text: string) => redirect(`/sellers/jobs/${id}`, { flash: { kind: "error", text } });
  const rows = admittedRows(ctx, csvRows(ctx, job), { columns: headings.length });
  return csvDownload(ctx, { name: t("files:fileName.results"), headings, rows }, refuse);
}

async function* csvRows(ctx: FranchiseeContext, job: Job): AsyncGenerator<string[][], void> {
  const textWithoutResult = ctx.t(`jobs:result.${isOver(job.state) ? "notRun" : "waiting"}`);
  for (let first = 0; first < job.total; first += BATCH_ROWS) {
    const items = await itemsFrom(job.id, first, BATCH_ROWS);
    yield rowsOf(ctx, job, items).map(({ number, line, name, sellerId, result, reason }) => [
      String(number),
      String(line ?? ""),
      name,
      sellerId ?? "",
      result ? ctx.t(`jobs:result.${result}`) : textWithoutResult,
      reason,
    ]);
    await yieldToEventLoop();
  }
}
