import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import type { Flash } from "~/.server/http/flash-cookie";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { nextSellerPath, sellerPath, withFrom } from "~/domain/paths";
import { editableFields, type NewSeller } from "~/domain/seller";
import { newSellerSchema } from "~/domain/seller-schema";
import { pathIn } from "~/i18n/locales";
import { type CreateOutcome, createOnce } from "~/sellers/write/create-once.server";
import { postedFormKey } from "./posted-form.server";
import { sameEmailWarning } from "./same-email.server";
import type { SellerFormAnswer } from "./seller-form";
import { formAnswer, invalidAnswer, readSellerForm, refusalErrors } from "./seller-form.server";

export async function createSeller(ctx: FranchiseeContext, from: string | null) {
  const { form, t } = ctx;
  // A post without a key, for example by a program, gets a new key, and so always adds a seller.
  const formKey = form.has("formKey") ? postedFormKey(form) : ctx.newFormKey();
  const submission = readSellerForm(form, newSellerSchema, t);
  if (!editableFields.some((name) => form.has(name))) {
    const formErrors = [t("problems:incomplete")];
    return formAnswer(400, submission.reply({ formErrors }), { formKey });
  }
  if (submission.status !== "success") return invalidAnswer(submission, ctx, { formKey });

  const say = (status: number, text: string, more: Partial<Omit<SellerFormAnswer, "result">> = {}) =>
    formAnswer(status, submission.reply({ formErrors: [text] }), { formKey, ...more });
  const key = openFormKey(formKey);
  if (!key || key.sub !== ctx.session.sub) {
    return say(400, t("problems:expired"), { formKey: ctx.newFormKey() });
  }

  const input: NewSeller = submission.value;
  let created: CreateOutcome;
  try {
    created = await createOnce(ctx, `seller:${key.id}`, input);
  } catch (error) {
    return say(NO_ROOM_STATUS, noRoomTextOrThrow(error, t));
  }
  switch (created.outcome) {
    case "saved": {
      const { id, answerLost } = created;
      const text = t(answerLost ? "problems:unknownCreated" : "sellers:form.created", { name: input.displayName });
      return leaveForm(ctx, from, { ...input, id }, { kind: answerLost ? "info" : "success", text });
    }
    case "keyReused": {
      // The person went back, changed values and saved again, and so means a second seller.
      const existing = { href: sellerPath(created.id), name: t("sellers:open") };
      return say(409, t("problems:alreadyCreated"), { formKey: ctx.newFormKey(), existing });
    }
    case "refused": {
      const errors = refusalErrors(created.error, t, t("problems:taken"));
      return formAnswer(created.error.status, submission.reply(errors), { formKey });
    }
    case "running":
      return say(409, t("problems:inProgress"), { isOutcomeUnknown: true });
    case "unknown":
      if (!created.isChecked) return say(503, t("problems:unknownUnchecked"), { isOutcomeUnknown: true });
      return say(502, t("problems:unknownUndone"), { formKey: ctx.newFormKey(), isOutcomeUnknown: true });
  }
}

async function leaveForm(
  ctx: FranchiseeContext,
  from: string | null,
  created: NewSeller & { id: string },
  message: Flash,
) {
  const { searchParams } = new URL(ctx.request.url);
  // `?typed=`: a draft of an edit form whose seller has been deleted. Its values filled this form.
  const draft = ctx.draft?.id ?? searchParams.get("typed");
  const page = withFrom(sellerPath(created.id), from);
  if (draft) await settleDraft(draft, ctx.session.sub, sellerPath(created.id));
  const flash = { ...message, also: await sameEmailWarning(ctx, created.email, created.id) };
  if (ctx.form.get("next") !== "another") return ctx.redirect(page, { flash });
  const link = { href: pathIn(ctx.locale, page), text: ctx.t("sellers:open") };
  const like = searchParams.has("like") ? created.id : undefined;
  return ctx.redirect(nextSellerPath(from, like), { flash: { ...flash, link } });
}
