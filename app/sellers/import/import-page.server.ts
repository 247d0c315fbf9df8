import { data } from "@remix-run/node";
import { type FileFault, MAX_ROWS, UnusableFile } from "~/.server/spreadsheet/sheet";
import { NO_ROOM, noRoomWords } from "~/.server/store/no-room";
import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { columns } from "~/sellers/columns";
import { NoTurn } from "./check-turns.server";
import { checkUpload, NothingToCompare } from "./check-upload.server";
import { planContent, startImport } from "./plan-page.server";
import { MAX_MEGABYTES, postedFile } from "./upload-limit.server";

/** Of the faults that aren't in the file itself. */
const STATUS_OF: Partial<Record<FileFault, number>> = { tooLarge: 413, tooManyFiles: 429 };

/** @throws Response 404 for a plan that isn't there, or isn't this person's */
export async function importPage(ctx: FranchiseeContext, params: URLSearchParams) {
  const plan = params.get("plan");
  if (plan !== null) return planContent(ctx, plan, params);
  // A session that ended on the way left a draft of the form, but no file.
  return uploadContent(ctx, ctx.draft ? ctx.t("upload:fault.signedOut") : undefined);
}

/** Checks the posted file, or saves what was checked (`plan`). */
export async function postImport(ctx: FranchiseeContext) {
  const { form, session, t } = ctx;
  const plan = form.get("plan");
  if (typeof plan === "string") return startImport(ctx, plan);
  const refuse = async (status: number, text: string) => data(await uploadContent(ctx, text), { status });
  try {
    const file = postedFile(ctx);
    const key = await openFormKey(form.get("formKey"));
    if (key?.sub !== session.sub) return await refuse(400, t("upload:fault.expired"));
    const id = await checkUpload(ctx, file);
    if (ctx.draft) await dropDraft(ctx.draft.id);
    return await ctx.redirect(`/sellers/import?plan=${id}`);
  } catch (error) {
    if (error instanceof NoTurn)
      return refuse(error.because === "own" ? 429 : 503, t(`upload:fault.turn.${error.because}`));
    if (error instanceof NothingToCompare) return refuse(503, t("upload:fault.backend"));
    if (!(error instanceof UnusableFile)) return refuse(NO_ROOM, noRoomWords(error, t));
    return refuse(STATUS_OF[error.fault] ?? 400, wordsOf(ctx, error));
  }
}

export async function uploadContent(ctx: FranchiseeContext, fault?: string) {
  const { t } = ctx;
  return {
    /** Why the file that was sent can't be used. */
    fault: fault === undefined ? undefined : { title: t("upload:failed"), text: fault },
    megabytes: MAX_MEGABYTES,
    rows: MAX_ROWS,
    formKey: await ctx.newFormKey(),
  };
}

function wordsOf({ t }: FranchiseeContext, { fault, about: { line, headings = [] } }: UnusableFile): string {
  const named = headings.map((heading) => {
    const column = columns.find((known) => known === heading);
    return column ? t(`sellers:fields.${column}`) : heading.slice(0, 60);
  });
  const most = fault === "tooLarge" ? MAX_MEGABYTES : MAX_ROWS;
  return t(`upload:fault.${fault}`, { line, most, headings: named.join(", "), id: t("sellers:fields.id") });
}
