import { data } from "@remix-run/node";
import { BackendError, failureReason } from "~/.server/backend/backend-error";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import { NoSlot } from "~/.server/fair-slots";
import { MAX_FILE_FORM_BYTES } from "~/.server/http/body-limits";
import { encodings } from "~/.server/spreadsheet/csv-encoding";
import { type FileFault, HEADING_ROWS, UnusableFile } from "~/.server/spreadsheet/sheet";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import { columns } from "~/domain/file-columns";
import type { Translate } from "~/i18n/catalogues";
import { sellersFailure } from "~/layouts/shell/error-words";
import { checkUpload, MAX_FILE_MEGABYTES } from "./check-upload.server";
import { MAX_CORRECTED_ROWS, postedCells, readCorrections } from "./corrections.server";
import { MAX_ROWS } from "./find-table.server";
import { ownPlan, planContent, wrongRowsPage } from "./plan-page.server";
import { dropPlan, sourceOf } from "./plan-store.server";
import { startImport } from "./start-import.server";

const FAULT_STATUS: Partial<Record<FileFault, number>> = { tooLarge: 413, pastedTooLarge: 413 };

export async function importPage(ctx: FranchiseeContext, params: URLSearchParams) {
  const plan = params.get("plan");
  if (plan !== null) return planContent(ctx, plan, params).catch((error) => uploadForGonePlan(ctx, error));
  // A draft has the fields of a failed form, but never its file.
  const hasLostFile = ctx.draft !== undefined && pastedRows(ctx) === undefined;
  return uploadContent(ctx, hasLostFile ? ctx.t("upload:fault.notChecked") : undefined);
}

export function postImport(ctx: FranchiseeContext) {
  return answerImport(ctx).catch((error) => uploadForGonePlan(ctx, error));
}

/** The name of the posted field says what to do; its value is the plan's id. */
async function answerImport(ctx: FranchiseeContext) {
  const uncorrected = ctx.form.get("uncorrected");
  if (typeof uncorrected === "string") return startImport(ctx, uncorrected);
  const plan = ctx.form.get("plan");
  if (typeof plan === "string") return startOrAsk(ctx, plan);
  const corrected = ctx.form.get("corrected") ?? ctx.form.get("reread");
  if (typeof corrected === "string") return recheck(ctx, corrected);
  const result = await planOrRefusal(ctx, async () => {
    const file = postedFile(ctx);
    if (validFormKey(ctx)) return checkUpload(ctx, file);
    return { status: 400, text: ctx.t("problems:expired") };
  });
  if (result instanceof Response) return result;
  return data(await uploadContent(ctx, result.text, result.hasNoTable), { status: result.status });
}

/** Starts the import, but asks first if the person typed corrections that weren't checked yet. */
async function startOrAsk(ctx: FranchiseeContext, id: string) {
  const { form } = ctx;
  const params = new URL(ctx.request.url).searchParams;
  const plan = await ownPlan(ctx, id);
  const { rows } = await wrongRowsPage(plan, params);
  // The plan already contains earlier corrections, so look for new ones only.
  const corrections = readCorrections(form, { rows, places: plan.places, earlier: [] });
  if (plan.isStarted || corrections.length === 0) return startImport(ctx, id);
  // 409: after an error status the router doesn't reload the page's data. During a reload the form
  // would count as saved, and leaving the page would lose the corrections without a question.
  return data(await planContent(ctx, id, params, { typed: form }), { status: 409 });
}

async function recheck(ctx: FranchiseeContext, id: string) {
  const { form, t } = ctx;
  const params = new URL(ctx.request.url).searchParams;
  const plan = await ownPlan(ctx, id);
  const result = await planOrRefusal(ctx, async () => {
    if (!validFormKey(ctx)) return { status: 400, text: t("problems:expired") };
    const source = await sourceOf(plan);
    if (!source || plan.isStarted) return { status: 400, text: t("upload:fault.notKept") };
    const { rows } = await wrongRowsPage(plan, params);
    const corrections = readCorrections(form, { rows, places: plan.places, earlier: source.corrections });
    const encoding = encodings.find((each) => each === form.get("encoding")) ?? plan.encoding;
    const next = await checkUpload(ctx, source.file, { corrections, previous: id, encoding });
    // Keep this plan for the Back button and for a lost response, but drop the plan before it.
    if (plan.previous) await dropPlan(plan.previous).catch(() => undefined);
    return next;
  });
  if (result instanceof Response) return result;
  return data(await planContent(ctx, id, params, { typed: form, fault: result.text }), { status: result.status });
}

/** Shows the corrections that the person typed into the gone plan, to be copied. */
async function uploadForGonePlan(ctx: FranchiseeContext, error: unknown) {
  if (!(error instanceof Response) || error.status !== 404) throw error;
  const { t, form } = ctx;
  const typed = postedCells(form).map((cell) => ({ ...cell, field: t(`sellers:fields.${cell.column}`) }));
  const gonePlan = { title: t("upload:gone.title"), text: t("upload:gone.text"), typed };
  return data({ ...(await uploadContent(ctx)), gonePlan }, { status: 404 });
}

function pastedRows({ form, draft }: Pick<FranchiseeContext, "form" | "draft">): string | undefined {
  const pasted = form.get("pasted") ?? draft?.fields.pasted;
  return typeof pasted === "string" ? pasted : undefined;
}

function isPasted(ctx: FranchiseeContext): boolean {
  if (!ctx.isFormTooLarge) return pastedRows(ctx) !== undefined;
  // A refused form has no fields, only a size. Up to 12 MB a file fits, so its text is too long.
  const bytes = Number(ctx.request.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  return bytes <= MAX_FILE_FORM_BYTES;
}

/** Returns pasted rows as a file without a name. @throws UnusableFile */
function postedFile(ctx: FranchiseeContext): File {
  if (ctx.isFormTooLarge) throw new UnusableFile(isPasted(ctx) ? "pastedTooLarge" : "tooLarge");
  const pasted = pastedRows(ctx);
  const file = pasted === undefined ? ctx.form.get("file") : new File([pasted], "");
  if (pasted?.trim() === "") throw new UnusableFile("empty");
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) throw new UnusableFile("missing");
  return file;
}

type Refusal = { status: number; text: string; hasNoTable?: boolean };

const NO_TABLE: readonly FileFault[] = ["noHeadings", "otherLayout", "repeatedHeadings", "missingHeadings", "noRows"];

async function planOrRefusal(
  ctx: FranchiseeContext,
  check: () => Promise<string | Refusal>,
): Promise<Response | Refusal> {
  const { t } = ctx;
  try {
    const id = await check();
    if (typeof id !== "string") return id;
    if (ctx.draft) await dropDraft(ctx.draft.id);
    const page = new URL(ctx.request.url).searchParams.get("page");
    return await ctx.redirect(`/sellers/import?${new URLSearchParams({ plan: id, ...(page && { page }) })}`);
  } catch (error) {
    if (error instanceof NoSlot) {
      return error.isOwnLimit
        ? { status: 429, text: t("upload:fault.slot.own") }
        : { status: 503, text: t("upload:fault.slot.others") };
    }
    if (error instanceof BackendError && error.kind !== "unauthorized") {
      const isIncomplete = error.kind === "incomplete";
      const why = isIncomplete ? t("errors:advice.incomplete") : sellersFailure(t, failureReason(error));
      return { status: error.status, text: t("upload:notCompared", { why }) };
    }
    if (!(error instanceof UnusableFile)) return { status: NO_ROOM_STATUS, text: noRoomTextOrThrow(error, t) };
    const hasNoTable = NO_TABLE.includes(error.fault);
    return { status: FAULT_STATUS[error.fault] ?? 400, text: faultText(t, error), hasNoTable };
  }
}

type GonePlan = { title: string; text: string; typed: { line: number; field: string; value: string }[] };

export type UploadContent = Awaited<ReturnType<typeof uploadContent>>;

async function uploadContent(ctx: FranchiseeContext, fault?: string, hasNoTable = false) {
  const { t } = ctx;
  const pasted = pastedRows(ctx);
  const field = isPasted(ctx) ? ("pasted" as const) : ("file" as const);
  const title = t(hasNoTable ? `upload:unusable.${field}` : "upload:failed");
  return {
    kind: "upload" as const,
    fault: fault === undefined ? undefined : { title, text: fault, field },
    // Leaves out a longer text: rendering it would block the event loop for too long.
    pasted: pasted && pasted.length <= 1_000_000 ? pasted : "",
    unreadable: { title: t("upload:failed"), text: t("upload:fault.unreadable"), field: "file" as const },
    gonePlan: undefined as GonePlan | undefined,
    maxMegabytes: MAX_FILE_MEGABYTES,
    maxRows: MAX_ROWS,
    formKey: ctx.newFormKey(),
  };
}

const LIMITS: Partial<Record<FileFault, number>> = {
  tooLarge: MAX_FILE_MEGABYTES,
  tooManyCorrections: MAX_CORRECTED_ROWS,
  tooManyRows: MAX_ROWS,
};

function faultText(t: Translate, { fault, about: { line, headings = [] } }: UnusableFile): string {
  const names = headings.map((heading) => {
    const column = columns.find((each) => each === heading);
    return column ? t(`sellers:fields.${column}`) : heading.slice(0, 60);
  });
  return t(`upload:fault.${fault}`, {
    line,
    most: LIMITS[fault],
    headingRows: HEADING_ROWS,
    headings: names.join(", "),
    id: t("sellers:fields.id"),
  });
}
