import type { SubmissionResult } from "@conform-to/react";
import { BackendError } from "~/.server/backend/backend-client";
import type { Flash } from "~/.server/http/flash-cookie";
import { dropDraft } from "~/auth/drafts.server";
import { isForThePage } from "~/auth/failure.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changedFields, editableOf, mergeChanges } from "~/sellers/change";
import { conflictsOf } from "~/sellers/conflict";
import { undoLink } from "~/sellers/history/undo-link.server";
import { sellerPath, withFrom } from "~/sellers/list-link";
import { parseOriginalRecord, printOriginalRecord } from "~/sellers/original-record";
import { sellerChangeSchema } from "~/sellers/schema";
import type { SellerChange } from "~/sellers/seller";
import { recordedFor } from "~/sellers/write/recorded-sellers.server";
import { formAnswer, lookAgain, postedKey } from "./answer.server";
import { applyConflictChoices } from "./apply-conflict-choices.server";
import { invalidAnswer, readSellerForm } from "./read-seller-form.server";
import { type FormErrors, refusalErrors } from "./refusal.server";

/** How often a record that changes between our reading and our writing is read again. */
const MAX_ROUNDS = 3;

/**
 * Saves the posted form over a seller without overwriting what others changed since the form was rendered: changes to
 * different fields are merged, and a field that both changed goes back to the person.
 * @param from the list that the person came from (`listPath`)
 * @returns a redirect to the record, or what the form is told.
 */
export async function updateSeller(ctx: FranchiseeContext, id: string, from: string | null) {
  const { form, t } = ctx;
  applyConflictChoices(form);
  const base = parseOriginalRecord(form.get("base"));
  const kept = { formKey: postedKey(form), base: base && String(form.get("base")) };
  const submission = readSellerForm(form, sellerChangeSchema, t);
  if (submission.status !== "success") return invalidAnswer(submission, ctx, kept);

  const mine: SellerChange = submission.value;
  const name = mine.displayName;
  const saved = async (kind: "success" | "info", text: string, link?: Flash["link"]) => {
    if (ctx.draft) await dropDraft(ctx.draft.id);
    return ctx.redirect(withFrom(sellerPath(id), from), { flash: { kind, text, link } });
  };
  const say = (status: number, text: string) => formAnswer(status, submission.reply({ formErrors: [text] }), kept);

  if (!id) return say(400, t("problems:incomplete.updateWithoutId"));
  const sellers = recordedFor(ctx);
  for (let round = 1; ; round += 1) {
    const current = await sellers.get(id);
    const theirs = editableOf(current.seller);
    const { merged, conflicts } = mergeChanges(base ?? theirs, mine, theirs);
    if (conflicts.length > 0) {
      const errors = conflictErrors(
        ctx,
        conflicts.map((field) => [field, theirs[field]]),
      );
      const result: SubmissionResult = { ...submission.reply(errors), initialValue: asPosted(merged) };
      // Without a base nothing differs from it, so there is no conflict.
      const fields = base ? conflictsOf(conflicts, base, mine, theirs) : [];
      const conflict = { fields, original: kept.base ?? "" };
      return formAnswer(409, result, { ...kept, base: printOriginalRecord(current), conflict });
    }
    try {
      const { changeId } = await sellers.update(id, merged, current);
      return saved("success", t("sellers:form.saved", { name }), undoLink(ctx, id, changeId));
    } catch (error) {
      if (!(error instanceof BackendError) || !isForThePage(error)) throw error;
      if (error.kind === "outcomeUnknown") {
        const now = await lookAgain(ctx, (sellers) => sellers.get(id));
        if (now === "unchecked") return say(503, t("problems:unknownUnchecked"));
        if (changedFields(merged, now.seller).length > 0) return say(502, t("problems:unknownNotSaved"));
        return saved("info", t("problems:unknownSaved", { name }));
      }
      if (error.status === 412 && round < MAX_ROUNDS) continue;
      if (error.status === 412) return say(412, t("problems:conflict"));
      const errors = refusalErrors(error, t, t("problems:conflict"));
      return formAnswer(error.status, submission.reply(errors), kept);
    }
  }
}

/** What both changed: said above the form, and at each field with the other's value. */
function conflictErrors({ t }: FranchiseeContext, theirs: [field: string, value: unknown][]): FormErrors {
  const said = theirs.map(([field, value]) => {
    const text = value ? t("problems:changedField", { value: String(value) }) : t("problems:changedFieldEmpty");
    return [field, [text]];
  });
  return {
    fieldErrors: Object.fromEntries(said),
    formErrors: [t("problems:changed"), t("problems:changedHint")],
  };
}

/** As a browser would send it: only what is filled and ticked. */
function asPosted({ accountEnabled, ...texts }: SellerChange): Record<string, string> {
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(accountEnabled ? [...filled, ["accountEnabled", "on"]] : filled);
}
