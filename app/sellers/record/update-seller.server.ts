import type { Flash } from "~/.server/http/flash-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changedFields, editableOf, mergeChanges } from "~/domain/change";
import { listPath, sellerPath, withFrom } from "~/domain/list-link";
import { parseOriginalRecord, printOriginalRecord } from "~/domain/original-record";
import type { SellerChange } from "~/domain/seller";
import { editableFields, type TextField } from "~/domain/seller-fields";
import { sellerChangeSchema } from "~/domain/seller-schema";
import { undoLink } from "~/sellers/history/undo-link.server";
import { readReason } from "~/sellers/write/disable-reason.server";
import { writeSeller } from "~/sellers/write/write-seller.server";
import { applyConflictChoices, conflictErrors, findAuthors } from "./conflict-choice.server";
import { formAnswer, isOpenedByAnother, postedKey, refusalErrors, toHeldForm } from "./form-answer.server";
import { invalidAnswer, readSellerForm } from "./read-seller-form.server";
import { sameValuesSaved } from "./same-values.server";

/** Merges changes of different fields. @param field the form's only one, which leads to the list */
export async function updateSeller(ctx: FranchiseeContext, id: string, from: string | null, field?: TextField) {
  const { form, t } = ctx;
  const chosen = applyConflictChoices(form);
  const base = parseOriginalRecord(form.get("base"));
  const reason = readReason(form, t);
  const posted = { formKey: postedKey(form), base: base && String(form.get("base")), chosen, reason };
  const schema = field ? sellerChangeSchema.pick({ [field]: true } as Record<TextField, true>) : sellerChangeSchema;
  const submission = readSellerForm(form, schema, t);
  if (submission.status !== "success") return invalidAnswer(submission, ctx, posted);

  const mine = (field ? { ...base, [field]: submission.value[field] } : submission.value) as SellerChange;
  const name = mine.displayName;
  const saved = async (kind: "success" | "info", text: string, link?: Flash["link"]) => {
    if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, sellerPath(id));
    const changed = Object.fromEntries(changedFields(base ?? mine, mine).map((field) => [field, mine[field]]));
    const also = await sameValuesSaved(ctx, changed, id);
    return ctx.redirect(field ? listPath(from, id) : withFrom(sellerPath(id), from), {
      flash: { kind, text, link, also },
    });
  };
  const say = (status: number, text: string, more: { unsure?: true } = {}) =>
    formAnswer(status, submission.reply({ formErrors: [text] }), { ...posted, ...more });

  const isDisabling = base?.accountEnabled === true && !mine.accountEnabled;
  if (isDisabling && reason.problem) return say(400, reason.problem);
  if (!id) return say(400, t("problems:incomplete"));
  if ((field && !base) || isOpenedByAnother(ctx)) {
    posted.formKey = ctx.newFormKey();
    return say(400, t("problems:expiredForm"));
  }
  const written = await writeSeller<ReturnType<typeof mergeChanges>>(
    ctx,
    id,
    (record) => {
      const theirs = editableOf(record.seller);
      const merge = mergeChanges(base ?? theirs, mine, theirs);
      return merge.conflicts.length > 0 ? { no: merge } : { change: merge.merged, replaces: true };
    },
    { reason: isDisabling ? reason.reason : undefined },
  );
  switch (written.outcome) {
    case "saved":
      if (written.lostAnswer) return saved("info", t("problems:unknownSaved", { name }));
      return saved("success", t("sellers:form.saved", { name }), undoLink(ctx, id, written.changeId));
    case "unchanged": {
      // The form was sent twice, or two people typed the same.
      const isChanged = base && changedFields(base, mine).length > 0;
      return isChanged ? saved("success", t("sellers:form.saved", { name })) : saved("info", t("problems:unchanged"));
    }
    case "notSaved": {
      const { merged } = written.no;
      const conflicts = await findAuthors(ctx, id, written.no.conflicts);
      // A form of one field shows no others.
      const errors = conflictErrors(ctx, conflicts, field ? [] : changedFields(mine, merged));
      const result = { ...submission.reply(errors), initialValue: asPosted(merged) };
      const conflict = { fields: conflicts, original: posted.base ?? "" };
      return formAnswer(409, result, { ...posted, base: printOriginalRecord(written.record), conflict });
    }
    case "refused": {
      if (written.error.status === 412) return say(412, t("problems:conflict"));
      const errors = refusalErrors(written.error, t, t("problems:conflict"));
      return formAnswer(written.error.status, submission.reply(errors), posted);
    }
    case "unknown": {
      if (written.checked) return say(502, t("problems:unknownUndone"), { unsure: true });
      const text = t("problems:unknownUnchecked");
      // With scripts the form's page stays; without them the response is the whole page.
      const message = `${t("sellers:form.unsure")}. ${text}`;
      const errorPage = requestScope().isDataRequest
        ? undefined
        : await toHeldForm(ctx, message, [...editableFields, "reason"]);
      return errorPage ?? say(503, text, { unsure: true });
    }
  }
}

/** As a browser sends it: filled fields and ticked boxes only. */
function asPosted({ accountEnabled, ...texts }: SellerChange): Record<string, string> {
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(accountEnabled ? [...filled, ["accountEnabled", "on"]] : filled);
}
