import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import type { Flash } from "~/.server/http/flash-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changedFields, editableOf, mergeChanges } from "~/domain/merge-changes";
import { listPath, sellerPath, withFrom } from "~/domain/paths";
import { type EditableField, editableFields, type SellerChange, type SellerRecord } from "~/domain/seller";
import { parseLoadedValues, printLoadedValues, sellerChangeSchema } from "~/domain/seller-schema";
import { fieldLabel } from "~/sellers/history/change-parts";
import { undoLink } from "~/sellers/history/undo-outlook.server";
import { type Decision, type WriteOutcome, writeSeller } from "~/sellers/write/write-seller.server";
import { applyConflictChoices, conflictQuestion } from "./conflict-choice.server";
import { readReason, repeatedDisabling } from "./disabling-reason.server";
import { errorPageWithDraft, isOpenedByAnother, postedFormKey } from "./posted-form.server";
import { sameEmailWarning } from "./same-email.server";
import { formAnswer, invalidAnswer, readSellerForm, refusalErrors } from "./seller-form.server";

/** Merges the form's changes with those that colleagues have saved since the form was opened. */
export async function updateSeller(ctx: FranchiseeContext, id: string, from: string | null) {
  const { form, t } = ctx;
  const chosen = applyConflictChoices(form);
  const base = parseLoadedValues(form.get("base"));
  const reason = readReason(form, t);
  const posted = { formKey: postedFormKey(form), base: base && String(form.get("base")), chosen, reason };
  const submission = readSellerForm(form, sellerChangeSchema, t);
  if (submission.status !== "success") return invalidAnswer(submission, ctx, posted);

  const mine: SellerChange = submission.value;
  const refuse = (status: number, text: string, more: { isOutcomeUnknown?: true; formKey?: string } = {}) =>
    formAnswer(status, submission.reply({ formErrors: [text] }), { ...posted, ...more });
  const isDisabling = base?.accountEnabled === true && !mine.accountEnabled;
  if (isDisabling && reason.problem) return refuse(400, reason.problem);
  if (!id) return refuse(400, t("problems:incomplete"));
  if (isOpenedByAnother(ctx)) return refuse(400, t("problems:expired"), { formKey: ctx.newFormKey() });
  const edit: Edit = { ctx, id, from, base, mine, disablingReason: isDisabling ? reason.reason : undefined };
  const writing = writeSeller(ctx, id, (record) => mergeEdit(edit, record), { reason: edit.disablingReason });
  const written = await writing.catch((error: unknown) => noRoomTextOrThrow(error, t));
  if (typeof written === "string") return refuse(NO_ROOM_STATUS, written);
  switch (written.outcome) {
    case "saved":
    case "unchanged":
      return redirectAfterSave(edit, written);
    case "notSaved": {
      const { merged, conflicts } = written.instead;
      const mergedFields = isCorrection(form) ? [] : changedFields(mine, merged);
      const formErrors = mergeTexts(edit, written.instead, written.record, mergedFields);
      const result = { ...submission.reply({ formErrors }), initialValue: asPosted(merged) };
      const conflict =
        conflicts.length > 0
          ? { fields: conflicts, original: posted.base ?? "", question: await conflictQuestion(ctx, id, conflicts) }
          : undefined;
      return formAnswer(409, result, {
        ...posted,
        base: printLoadedValues(written.record),
        conflict,
        merged: mergedFields,
      });
    }
    case "refused": {
      if (written.isOwnWriteRunning) return refuse(412, t("problems:earlierWrite"));
      if (written.error.status === 412) return refuse(412, t("problems:conflict"));
      const errors = refusalErrors(written.error, t, t("problems:conflict"));
      return formAnswer(written.error.status, submission.reply(errors), posted);
    }
    case "unknown":
      if (written.isChecked) return refuse(502, t("problems:unknownUndone"), { isOutcomeUnknown: true });
      return (await toErrorPage(ctx)) ?? refuse(503, t("problems:unknownUnchecked"), { isOutcomeUnknown: true });
  }
}

type Edit = {
  ctx: FranchiseeContext;
  id: string;
  from: string | null;
  base?: SellerChange;
  mine: SellerChange;
  disablingReason?: string;
};

type Merge = ReturnType<typeof mergeChanges> & { isDisabledByAnother: boolean };

async function mergeEdit(
  { ctx, id, base, mine, disablingReason }: Edit,
  { seller }: SellerRecord,
): Promise<Decision<Merge>> {
  const theirs = editableOf(seller);
  const merge = mergeChanges(base ?? theirs, mine, theirs);
  const isDisabledByAnother =
    disablingReason !== undefined && !theirs.accountEnabled && !(await repeatedDisabling(ctx, id, disablingReason));
  return merge.conflicts.length > 0 || isDisabledByAnother
    ? { instead: { ...merge, isDisabledByAnother } }
    : { change: merge.merged, usesPut: true };
}

function mergeTexts(
  { ctx: { t }, mine }: Edit,
  { merged, isDisabledByAnother }: Merge,
  { seller }: SellerRecord,
  mergedFields: EditableField[],
): string[] {
  const texts: string[] = [];
  if (isDisabledByAnother) {
    texts.push(t("problems:alreadyWithoutReason", { name: mine.displayName }));
    if (changedFields(editableOf(seller), merged).length > 0) texts.push(t("problems:othersUnsaved"));
  }
  const fields = mergedFields.map((name) => fieldLabel(t, name)).join(", ");
  return fields ? [...texts, t("problems:merged", { fields, count: mergedFields.length })] : texts;
}

async function redirectAfterSave(
  { ctx, id, from, base, mine }: Edit,
  written: Extract<WriteOutcome<Merge>, { outcome: "saved" | "unchanged" }>,
): Promise<Response> {
  const { t } = ctx;
  const changed = changedFields(base ?? mine, mine);
  // A colleague may have renamed the seller meanwhile.
  const { displayName: name } = written.record.seller;
  const text = t("sellers:form.saved", { name });
  let flash: Flash;
  if (written.outcome === "saved") {
    flash = written.answerLost
      ? { kind: "info", text: t("problems:unknownSaved", { name }) }
      : { kind: "success", text, link: undoLink(ctx, id, written.changeId) };
  } else {
    // The form was sent twice, or a colleague has saved the same values.
    flash = changed.length > 0 ? { kind: "success", text } : { kind: "info", text: t("problems:unchanged") };
  }
  if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
  const also = changed.includes("email") ? await sameEmailWarning(ctx, mine.email, id) : undefined;
  if (!isCorrection(ctx.form)) return ctx.redirect(withFrom(sellerPath(id), from), { flash: { ...flash, also } });
  // Replaces the browser's history entry, so that Back doesn't lead to the same list.
  return ctx.redirect(listPath(from, id), { flash: { ...flash, also }, headers: { "X-Remix-Replace": "true" } });
}

/** Whether a row of the list posted the form, which shows one field there. */
const isCorrection = (form: FormData) => form.get("next") === "list";

/** @returns undefined if the form's page can show the answer, or if no draft can be stored */
async function toErrorPage(ctx: FranchiseeContext): Promise<Response | undefined> {
  if (requestScope().isDataRequest) return undefined;
  const { t } = ctx;
  const text = `${t("common:outcome.unknown")}. ${t("problems:unknownUnchecked")}`;
  return errorPageWithDraft(ctx, text, [...editableFields, "reason"]);
}

/** Like a browser's post, without empty fields and unticked boxes. */
function asPosted({ accountEnabled, ...texts }: SellerChange): Record<string, string> {
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(accountEnabled ? [...filled, ["accountEnabled", "on"]] : filled);
}
