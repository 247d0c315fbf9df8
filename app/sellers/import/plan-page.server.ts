import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { WrongRow } from "~/domain/checked-row";
import { type Column, columns } from "~/domain/file-columns";
import { requestedPage } from "~/domain/query";
import { editableFields } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import { asSentences } from "~/i18n/format";
import { cellName, correctableColumns, fieldValue } from "./corrections.server";
import { canBeReread, findPlan, itemCount, type Plan, wrongRows } from "./plan-store.server";

const PAGE_ROWS = 50;

/** @throws Response 404 */
export async function ownPlan({ session }: FranchiseeContext, id: string): Promise<Plan> {
  const plan = await findPlan(id, session.sub);
  if (!plan) throw new Response(null, { status: 404 });
  return plan;
}

export async function wrongRowsPage({ id, counts }: Plan, params: URLSearchParams) {
  const pages = Math.ceil(counts.wrong / PAGE_ROWS);
  const page = requestedPage(params, pages);
  return { page, pages, rows: await wrongRows(id, (page - 1) * PAGE_ROWS, PAGE_ROWS) };
}

/** Without `fault` the page asks whether to import the plan without the corrections in `typed`. */
type UncheckedCorrections = { typed: FormData; fault?: string };

export type PlanContent = Awaited<ReturnType<typeof planContent>>;

export async function planContent(
  ctx: FranchiseeContext,
  id: string,
  params: URLSearchParams,
  unchecked?: UncheckedCorrections,
) {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  const { fileName, format, counts, zeros, decimals, hiddenRows, ignored, isStarted } = plan;
  const { page, pages, rows: wrong } = await wrongRowsPage(plan, params);
  const importable = itemCount(plan);
  const preview = previewOf(ctx, plan);
  const problems = wrong.flatMap((row) => problemLines(ctx, plan, row, unchecked?.typed));
  return {
    kind: "plan" as const,
    id,
    fileName,
    source: sourceText(ctx, plan),
    counts,
    importable,
    warnings: [
      ...(hiddenRows > 0 && !isStarted ? [t("upload:hidden", { count: hiddenRows })] : []),
      ...(zeros > 0 ? [t("upload:zeros", { count: zeros })] : []),
      ...(decimals > 0 ? [t("upload:decimals", { count: decimals })] : []),
    ],
    encoding: canBeReread(plan) ? plan.encoding : undefined,
    ignored,
    hasRestoredCorrections: ctx.draft !== undefined && problems.some(({ cell }) => cell && cell.value !== cell.inFile),
    problems,
    fault: unchecked?.fault
      ? { title: t(fileName === "" ? "upload:unusable.pasted" : "upload:unusable.file"), text: unchecked.fault }
      : undefined,
    asksAboutCorrections: unchecked !== undefined && unchecked.fault === undefined,
    page,
    pages,
    wrongRowsFile: `/sellers/import/files/correction.${format}?plan=${id}`,
    preview,
    previewFields: editableFields
      .filter((column) => preview.some(({ changes }) => changes.some((change) => change.column === column)))
      .map((column) => ({ column, label: t(`sellers:fields.${column}`) })),
    isStarted,
    formKey: ctx.newFormKey(),
  };
}

function previewOf(ctx: FranchiseeContext, plan: Plan) {
  return plan.preview.map(({ changes, ...row }) => ({
    ...row,
    changes: changes
      // Leaves out a new seller's name, which is already the title of its row.
      .filter(({ column }) => row.sellerId !== undefined || column !== "displayName")
      .map(({ column, before, after }) => ({
        column,
        before: before === undefined ? undefined : valueText(ctx, column, before),
        after: valueText(ctx, column, after),
      })),
  }));
}

function sourceText({ t }: FranchiseeContext, { sheet, headings, headingLine }: Plan): string | undefined {
  if (headingLine === 0) return t("upload:found.noHeadings", { headings: headings.join(", ") });
  const parts = [
    sheet && t("upload:found.sheet", { sheet }),
    headingLine > 1 && t("upload:found.line", { line: headingLine }),
  ];
  return parts.filter(Boolean).join(" ") || undefined;
}

function valueText({ t }: FranchiseeContext, column: Column, value: string): string {
  if (column === "accountEnabled") return t(`sellers:status.${value === "true" ? "active" : "inactive"}`);
  return value === "" ? t("sellers:conflict.empty") : value;
}

/** Returns a line for each wrong cell, and for each other cell that can correct the row. */
function problemLines(ctx: FranchiseeContext, plan: Plan, row: WrongRow, typed?: FormData) {
  const { t } = ctx;
  const { line, problems } = row;
  const nameColumn = (["displayName", "email", "id"] as const).find((column) => fieldValue(row, plan.places[column]));
  const seller = fieldValue(row, nameColumn && plan.places[nameColumn]);
  const correctable = canBeReread(plan) ? correctableColumns(row, plan.places) : [];
  const wrongColumns = [...new Set(problems.map(({ column }) => column))];
  const alternatives = correctable.filter((column) => !wrongColumns.includes(column));
  const otherValues = columns
    .filter((column) => column !== nameColumn && !wrongColumns.includes(column))
    .map((column) => ({ field: fieldLabel(t, column), value: fieldValue(row, plan.places[column]) }))
    .filter(({ value }) => value !== "");
  return [...wrongColumns, ...alternatives].map((column, at) => {
    const cellProblems = problems.filter((problem) => problem.column === column);
    const isWrong = cellProblems.length > 0;
    const isCorrectable = column !== undefined && correctable.includes(column);
    return {
      line,
      seller,
      // Show the row's other values once.
      otherValues: at === 0 ? otherValues : [],
      field: fieldLabel(t, column),
      value: cellProblems[0]?.value ?? "",
      reason: isWrong ? asSentences(cellProblems.map(({ reason }) => reason)) : t("upload:row.instead"),
      cell: isCorrectable ? { ...cellValues(ctx, plan, row, column, typed), isWrong } : undefined,
    };
  });
}

function cellValues({ draft }: FranchiseeContext, plan: Plan, row: WrongRow, column: Column, typed?: FormData) {
  const name = cellName(row.line, column);
  const inFile = fieldValue(row, plan.places[column]);
  const entered = typed?.get(name) ?? draft?.fields[name];
  return { name, inFile, value: typeof entered === "string" ? entered : inFile };
}

function fieldLabel(t: Translate, column: Column | undefined): string {
  return column ? t(`sellers:fields.${column}`) : t("upload:whole");
}
