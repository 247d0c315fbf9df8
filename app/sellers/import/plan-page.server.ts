import { once } from "~/.server/store/idempotency";
import { noRoomWords } from "~/.server/store/no-room";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { askedPage } from "~/domain/asked-page";
import type { Column } from "~/domain/columns";
import { editableFields } from "~/domain/seller-fields";
import { pathIn } from "~/i18n/locales";
import { startJob } from "~/sellers/jobs/start-job.server";
import { cellName, correctable, shownCell } from "./corrections.server";
import { findPlan, itemsOf, markStarted, type Plan, type WrongRow, wrongRowsOf } from "./plan-store.server";
import { jobOfSameFile } from "./same-file.server";
import { asSentences } from "./sentences";

/** A person's own plan: nobody else may see or start it. @throws Response 404 */
export async function ownPlan({ session }: FranchiseeContext, id: string): Promise<Plan> {
  const plan = await findPlan(id, session.sub);
  if (!plan) throw new Response(null, { status: 404 });
  return plan;
}

/** The page of the rows that are wrong which `?page=` asks for. */
export async function wrongPage(id: string, { wrongChunks: pages }: Plan, params: URLSearchParams) {
  const page = askedPage(params, pages);
  return { page, pages, rows: pages > 0 ? await wrongRowsOf(id, page - 1) : [] };
}

/** What is shown again after corrections that couldn't be checked. */
type Unchecked = { typed: FormData; fault: string };

/**
 * What a checked file would do, with a page of the rows that are wrong (`?page=`), to be corrected in place.
 * @throws Response 404
 */
export async function planContent(ctx: FranchiseeContext, id: string, params: URLSearchParams, unchecked?: Unchecked) {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  const { fileName, format, counts, zeros, ignored, jobId } = plan;
  const { page, pages, rows: wrong } = await wrongPage(id, plan, params);
  const label = (column: Column | undefined) => (column ? t(`sellers:fields.${column}`) : t("upload:whole"));
  const preview = plan.preview.map(({ changes, ...row }) => ({
    ...row,
    // A new seller's name is what its row is called.
    changes: changes
      .filter(({ column }) => row.sellerId !== undefined || column !== "displayName")
      .map(({ column, before, after }) => ({
        column,
        /** Absent for a new seller. */
        before: before === undefined ? undefined : shownValue(ctx, column, before),
        after: shownValue(ctx, column, after),
      })),
  }));
  return {
    id,
    fileName,
    /** Which sheet was read, and from where on, where that isn't the file's first line. */
    found: foundText(ctx, plan),
    counts,
    /** Rows that can be saved. */
    importable: counts.create + counts.update,
    /** About an MPK's lost zeros. */
    zeros: zeros > 0 ? t("upload:zeros", { count: zeros }) : undefined,
    /** Headings that aren't known. */
    ignored,
    /** What is wrong with most rows, when none can be saved. */
    faults:
      counts.create + counts.update > 0
        ? []
        : (plan.faults ?? []).map(({ column, reason, rows }) => ({ field: label(column), reason, rows })),
    problems: problemRows(ctx, plan, wrong, unchecked?.typed),
    /** Why what was corrected wasn't checked. */
    fault: unchecked && { title: t("upload:unusable"), text: unchecked.fault },
    page,
    pages,
    /** Path of the file of rows to correct. */
    correction: `/sellers/import/files/correction.${format}?plan=${id}`,
    preview,
    /** What the preview's rows set, in the order of a seller's fields. */
    previewFields: editableFields
      .filter((column) => preview.some(({ changes }) => changes.some((change) => change.column === column)))
      .map((column) => ({ column, label: label(column) })),
    /** The job that saves it already. */
    jobId,
    formKey: await ctx.newFormKey(),
  };
}

/** A line for each cell that is wrong, or by which its row can be put right; with a field where it can be typed in. */
function problemRows({ t, draft }: FranchiseeContext, plan: Plan, wrong: WrongRow[], typed?: FormData) {
  const places = plan.source && plan.jobId === undefined ? (plan.places ?? {}) : {};
  return wrong.flatMap((row) => {
    const { line, problems } = row;
    const fields = correctable(row, places);
    const cell = (column: Column | undefined, wrong: boolean) => {
      if (!column || !fields.includes(column)) return undefined;
      const name = cellName(line, column);
      const inFile = shownCell(row, places[column]);
      const kept = typed?.get(name) ?? draft?.fields[name];
      return { name, value: typeof kept === "string" ? kept : inFile, inFile, wrong };
    };
    const named = [...new Set(problems.map(({ column }) => column))].map((column) => {
      const own = problems.filter((problem) => problem.column === column);
      const field = column ? t(`sellers:fields.${column}`) : t("upload:whole");
      const reason = asSentences(own.map((problem) => problem.reason));
      return { line, field, value: own[0]?.value ?? "", reason, cell: cell(column, true) };
    });
    const others = fields.filter((column) => !problems.some((problem) => problem.column === column));
    const ways = others.map((column) => {
      const field = t(`sellers:fields.${column}`);
      return { line, field, value: "", reason: t("upload:row.instead"), cell: cell(column, false) };
    });
    return [...named, ...ways];
  });
}

function foundText({ t }: FranchiseeContext, { sheet, headingLine = 1 }: Plan): string | undefined {
  const parts = [
    sheet && t("upload:found.sheet", { sheet }),
    headingLine > 1 && t("upload:found.line", { line: headingLine }),
  ];
  return parts.filter(Boolean).join(" ") || undefined;
}

function shownValue({ t }: FranchiseeContext, column: Column, value: string): string {
  if (column === "accountEnabled") return t(`sellers:status.${value === "true" ? "active" : "inactive"}`);
  return value === "" ? t("upload:empty") : value;
}

/**
 * Saves what was checked: as a job, once however often the form is sent.
 * @returns a redirect to the job
 * @throws Response 404 for a plan that isn't there, or isn't this person's; 400 for one with nothing to save
 */
export async function startImport(ctx: FranchiseeContext, id: string): Promise<Response> {
  const { form, session, t } = ctx;
  const plan = await ownPlan(ctx, id);
  if (plan.itemChunks === 0) throw new Response(null, { status: 400 });
  const back = (text: string) => ctx.redirect(`/sellers/import?plan=${id}`, { flash: { kind: "error", text } });
  const key = await openFormKey(form.get("formKey"));
  if (key?.sub !== session.sub) return back(t("outcomes:expired"));
  const sameFile = plan.jobId ? undefined : await jobOfSameFile(id, plan);
  if (sameFile) {
    const link = { href: pathIn(ctx.locale, `/sellers/jobs/${sameFile}`), text: t("upload:sameFile.see") };
    return ctx.redirect(`/sellers/import?plan=${id}`, {
      flash: { kind: "error", text: t("upload:sameFile.text"), link },
    });
  }
  const { fileName, digest } = plan;
  const job = { kind: "seller-import", params: { plan: id, fileName, digest }, items: itemsOf(id, plan) } as const;
  const start = once(`import-plan:${id}`, () => startJob(ctx, job));
  const outcome = await start.catch((error: unknown) => noRoomWords(error, t));
  if (typeof outcome === "string") return back(outcome);
  if (outcome.state !== "done") throw new Response(null, { status: 503 });
  // Also by a repeated one: the first may have died between the two.
  if (plan.jobId !== outcome.result) await markStarted(id, plan, outcome.result);
  if (ctx.draft) await dropDraft(ctx.draft.id);
  return ctx.redirect(`/sellers/jobs/${outcome.result}`);
}
