import type { Download } from "~/.server/http/download";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import type { SheetFormat } from "~/.server/spreadsheet/sheet";
import { isClick } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { RowProblem } from "~/domain/checked-row";
import { headingsOf } from "~/domain/columns";
import type { Translate } from "~/i18n/catalogues";
import { findPlan, type Plan, wrongRowsOf } from "./plan-store.server";

type Table = { headings: string[]; batches: AsyncIterable<string[][]> };

/**
 * The files that go with an import: `template.csv`, `template.xlsx`, and `correction.csv` or `correction.xlsx` with the
 * rows of a checked file that are wrong, as they stand in it, each beside what is wrong with it.
 * @param planId of whose rows the correction consists
 * @throws Response 404; to a person's click on the file of a plan that isn't there the page that says so
 */
export async function importFile(ctx: FranchiseeContext, file: string, planId: string | null): Promise<Download> {
  const { t } = ctx;
  const [, name, format] = /^(template|correction)\.(csv|xlsx)$/.exec(file) ?? [];
  if (name === "template") return printed(t, format as SheetFormat, t("upload:templateName"), templateOf(t));
  if (name !== "correction" || planId === null) throw new Response(null, { status: 404 });
  const plan = await findPlan(planId, ctx.session.sub);
  if (!plan && isClick(ctx.request))
    throw await ctx.redirect(`/sellers/import?${new URLSearchParams({ plan: planId })}`);
  if (!plan) throw new Response(null, { status: 404 });
  return printed(t, format as SheetFormat, t("upload:correctionName"), await correctionOf(t, planId, plan, format));
}

/** Without an example, which would be imported with the rest. */
function templateOf(t: Translate): Table {
  return { headings: headingsOf(t), batches: (async function* () {})() };
}

/** Its reasons name its own lines: of the checked file's only where that row isn't in it. */
async function correctionOf(t: Translate, id: string, plan: Plan, format = ""): Promise<Table> {
  const { headings, problemPlace, wrongChunks } = plan;
  const own = (cells: string[]) => cells.filter((_cell, place) => place !== problemPlace);
  const width = own(headings).length;
  const lines = await newLines(id, plan, (cells) => (format === "csv" ? lineEnds(own(cells)) : 0));
  const reasonOf = ({ reason, same }: RowProblem) => {
    if (!same) return reason;
    const line = lines.get(same.line);
    return line ? t(`upload:row.${same.what}`, { line }) : t(`upload:row.${same.what}Before`, { line: same.line });
  };
  const rows = async function* () {
    for (let chunk = 0; chunk < wrongChunks; chunk += 1) {
      const wrong = await wrongRowsOf(id, chunk);
      yield wrong.map(({ cells, problems }) => {
        const original = own(cells);
        const reasons = problems.map(reasonOf).join(" ");
        // The reasons stand below their heading, before cells that had none.
        return [...Array.from({ length: width }, (_none, at) => original[at] ?? ""), reasons, ...original.slice(width)];
      });
    }
  };
  return { headings: [...own(headings), t("upload:problemHeading")], batches: rows() };
}

/**
 * The line of each wrong row in the file of rows to correct, by its line in the checked one.
 * @param extraLinesOf lines that a row takes beyond one
 */
async function newLines(id: string, { headings, wrongChunks }: Plan, extraLinesOf: (cells: string[]) => number) {
  const lines = new Map<number, number>();
  let next = 2 + extraLinesOf(headings);
  for (let chunk = 0; chunk < wrongChunks; chunk += 1) {
    for (const { line, cells } of await wrongRowsOf(id, chunk)) {
      lines.set(line, next);
      next += 1 + extraLinesOf(cells);
    }
  }
  return lines;
}

function lineEnds(cells: string[]): number {
  return cells.join("|").match(/\r\n?|\n/g)?.length ?? 0;
}

function printed(t: Translate, format: SheetFormat, name: string, table: Table): Download {
  const fileName = `${name}.${format}`;
  if (format === "csv") return { fileName, type: "text/csv; charset=utf-8", chunks: csvOf(table) };
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const { headings, batches } = table;
  return { fileName, type, chunks: printXlsx({ sheetName: t("files:sheetName"), headings }, batches) };
}

async function* csvOf({ headings, batches }: Table): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(BYTE_ORDER_MARK + printCsv([headings]));
  for await (const rows of batches) yield Buffer.from(printCsv(rows));
}
