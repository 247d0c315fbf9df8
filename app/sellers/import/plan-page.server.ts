import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { WrongRow } from "~/domain/checked-row";
import { type Column, columns } from "~/domain/file-columns";
import { requestedPage } from "~/domain/requested-page";
import { editableFields } from "~/domain/seller-fields";
import { cellName, correctableColumns, fieldValue } from "./corrections.server";
import { findPlan, itemCount, type Plan, wrongRows } from "./plan-store.server";

/** Wrong rows on a page. */
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

/** Without a fault the person is asked what to do with the corrections. */
type UncheckedCorrections = { typed: FormData; fault?: string };

export type PlanContent = Awaited<ReturnType<typeof planContent>>;

/** The preview of a checked file, with a page of wrong rows to correct. @throws Response 404 */
export async function planContent(
  ctx: FranchiseeContext,
  id: string,
  params: URLSearchParams,
  unchecked?: UncheckedCorrections,
) {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  const { fileName, format, counts, zeros, decimals, ignored, isStarted } = plan;
  const { page, pages, rows: wrong } = await wrongRowsPage(plan, params);
  const importable = itemCount(plan);
  const label = (column: Column | undefined) => (column ? t(`sellers:fields.${column}`) : t("upload:whole"));
  const preview = plan.preview.map(({ changes, ...row }) => ({
    ...row,
    // The row of a new seller is titled by its name.
    changes: changes
      .filter(({ column }) => row.sellerId !== undefined || column !== "displayName")
      .map(({ column, before, after }) => ({
        column,
        /** Absent for a new seller. */
        before: before === undefined ? undefined : valueText(ctx, column, before),
        after: valueText(ctx, column, after),
      })),
  }));
  return {
    id,
    fileName,
    /** The sheet and the headings' line unless they are the first, or the assumed columns. */
    source: sourceText(ctx, plan),
    counts,
    importable,
    warnings: [
      ...(zeros > 0 ? [t("upload:zeros", { count: zeros })] : []),
      ...(decimals > 0 ? [t("upload:decimals", { count: decimals })] : []),
    ],
    /** The guessed or chosen encoding of a file that can be read again in another one. */
    encoding: plan.hasSource && !isStarted ? plan.encoding : undefined,
    ignored,
    faults:
      importable > 0 ? [] : plan.faults.map(({ column, reason, rows }) => ({ field: label(column), reason, rows })),
    problems: problemRows(ctx, plan, wrong, unchecked?.typed),
    fault:
      unchecked?.fault === undefined
        ? undefined
        : {
            title: t(plan.fileName === "" ? "upload:unusable.pasted" : "upload:unusable.file"),
            text: unchecked.fault,
          },
    /** Asks whether to import without the corrections typed into the table. */
    asksForCheck: unchecked !== undefined && unchecked.fault === undefined,
    page,
    pages,
    correction: `/sellers/import/files/correction.${format}?plan=${id}`,
    preview,
    previewFields: editableFields
      .filter((column) => preview.some(({ changes }) => changes.some((change) => change.column === column)))
      .map((column) => ({ column, label: label(column) })),
    isStarted,
    formKey: ctx.newFormKey(),
  };
}

/**
 * A line for each wrong cell, and for each other cell that can put its row right. The first line of
 * a row also has the row's other values (`rest`).
 */
function problemRows({ t, draft }: FranchiseeContext, plan: Plan, wrong: WrongRow[], typed?: FormData) {
  const places = plan.hasSource && !plan.isStarted ? plan.places : {};
  return wrong.flatMap((row) => {
    const { line, problems } = row;
    const naming = (["displayName", "email", "id"] as const).find((column) => fieldValue(row, plan.places[column]));
    const seller = fieldValue(row, naming && plan.places[naming]);
    const correctable = correctableColumns(row, places);
    const cellOf = (column: Column | undefined, isWrong: boolean) => {
      if (!column || !correctable.includes(column)) return undefined;
      const name = cellName(line, column);
      const inFile = fieldValue(row, places[column]);
      const entered = typed?.get(name) ?? draft?.fields[name];
      return { name, value: typeof entered === "string" ? entered : inFile, inFile, isWrong };
    };
    const wrongColumns = [...new Set(problems.map(({ column }) => column))];
    const rest = columns
      .filter((column) => column !== naming && !wrongColumns.includes(column))
      .map((column) => ({ field: t(`sellers:fields.${column}`), value: fieldValue(row, plan.places[column]) }))
      .filter(({ value }) => value !== "");
    const wrongCells = wrongColumns.map((column, at) => {
      const own = problems.filter((problem) => problem.column === column);
      const field = column ? t(`sellers:fields.${column}`) : t("upload:whole");
      const reason = asSentences(own.map((problem) => problem.reason));
      const cell = cellOf(column, true);
      return { line, seller, rest: at === 0 ? rest : [], field, value: own[0]?.value ?? "", reason, cell };
    });
    const otherCells = correctable
      .filter((column) => !wrongColumns.includes(column))
      .map((column) => {
        const field = t(`sellers:fields.${column}`);
        const reason = t("upload:row.instead");
        return { line, seller, rest: [], field, value: "", reason, cell: cellOf(column, false) };
      });
    return [...wrongCells, ...otherCells];
  });
}

/** Joins texts, with a full stop after each that needs one before the next. */
export function asSentences(texts: string[]): string {
  return texts.map((text, at) => (at === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
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
