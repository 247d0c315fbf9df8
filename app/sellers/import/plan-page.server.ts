import { neverInDoubt, once } from "~/.server/store/idempotency";
import { noRoomWords } from "~/.server/store/no-room";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { editableFields } from "~/sellers/change";
import type { Column } from "~/sellers/columns";
import { startJob } from "~/sellers/jobs/start-job.server";
import { findPlan, itemsOf, markStarted, type Plan, wrongRowsOf } from "./plan-store.server";

/** A person's own plan: nobody else may see or start it. @throws Response 404 */
export async function ownPlan({ session }: FranchiseeContext, id: string): Promise<Plan> {
  const plan = await findPlan(id, session.sub);
  if (!plan) throw new Response(null, { status: 404 });
  return plan;
}

/** What a checked file would do, with a page of the rows that are wrong (`?page=`). @throws Response 404 */
export async function planContent(ctx: FranchiseeContext, id: string, params: URLSearchParams) {
  const { t } = ctx;
  const plan = await ownPlan(ctx, id);
  const { fileName, format, counts, zeros, ignored, wrongChunks: pages, jobId } = plan;
  const asked = Number(params.get("page"));
  const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, Math.max(1, pages)) : 1;
  const wrong = pages > 0 ? await wrongRowsOf(id, page - 1) : [];
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
    counts,
    /** Rows that can be saved. */
    importable: counts.create + counts.update,
    /** About an MPK's lost zeros. */
    zeros: zeros > 0 ? t("upload:zeros", { count: zeros }) : undefined,
    /** Headings that aren't known. */
    ignored,
    problems: wrong.flatMap(({ line, problems }) =>
      problems.map(({ column, value, reason }) => ({ line, field: label(column), value, reason })),
    ),
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

function shownValue({ t }: FranchiseeContext, column: Column, value: string): string {
  if (column === "accountEnabled") return t(value === "true" ? "files:yes" : "files:no");
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
  const { fileName } = plan;
  const job = { kind: "seller-import", params: { plan: id, fileName }, items: itemsOf(id, plan) } as const;
  const start = once(`import-plan:${id}`, () => startJob(ctx, job), neverInDoubt);
  const outcome = await start.catch((error: unknown) => noRoomWords(error, t));
  if (typeof outcome === "string") return back(outcome);
  if (outcome.state !== "done") throw new Response(null, { status: 503 });
  if (!outcome.repeated) await markStarted(id, plan, outcome.result);
  if (ctx.draft) await dropDraft(ctx.draft.id);
  return ctx.redirect(`/sellers/jobs/${outcome.result}`);
}
