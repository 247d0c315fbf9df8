import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { optional } from "~/.server/backend/optional";
import { draftField, findDraft, pageOfDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanText } from "~/domain/clean-text";
import { editableFields, type Seller, type SellerRecord, sharedFields } from "~/domain/seller";
import { parseOriginalRecord, postedEnabled, printOriginalRecord, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { cutForEcho, formMessages } from "~/ui/form/form-messages";
import { draftRefusal } from "./refused-fields.server";
import type { SellerFormAnswer, SellerFormState } from "./seller-form";

export function formAnswer(status: number, result: SubmissionResult, more: Omit<SellerFormAnswer, "result">) {
  return data<SellerFormAnswer>({ result, ...more }, { status });
}

const EDIT_FORM = /^\/sellers\/[^/]+\/edit$/;

/**
 * Fills the form from a draft, or else from the record. The form of a new seller may begin with the
 * fields that two sellers may share (`similarSellerPath`).
 */
export async function sellerFormState(ctx: FranchiseeContext, record?: SellerRecord): Promise<SellerFormState> {
  const draft = ctx.draft ?? (record ? undefined : await draftOfGoneSeller(ctx));
  // A draft stores any posted text, so its `base` may be unreadable.
  const draftBase = parseOriginalRecord(draft?.fields.base) && String(draft?.fields.base);
  const similarTo = record || draft ? undefined : await sellerToCopy(ctx);
  const shared = similarTo && Object.fromEntries(sharedFields.map((field) => [field, similarTo[field]]));
  return {
    fields: draft
      ? Object.fromEntries(editableFields.map((name) => [name, draftField(draft, name)]))
      : { ...record?.seller, ...shared },
    similarTo: similarTo && (similarTo.displayName || ctx.t("sellers:detail.unnamed")),
    refused: draft?.errors && draftRefusal(draft.errors, ctx.t),
    formKey: ctx.newFormKey(),
    base: record && (draftBase ?? printOriginalRecord(record)),
    saved: record?.seller,
    reason: draftField(draft, "reason"),
    isFromDraft: draft !== undefined,
  };
}

/** `?typed=` names the draft of a deleted seller's edit form, which fills a new seller's form. */
async function draftOfGoneSeller({ request, session }: FranchiseeContext) {
  const id = new URL(request.url).searchParams.get("typed");
  const stored = id ? await findDraft(id, session.sub) : undefined;
  return stored && EDIT_FORM.test(pageOfDraft(stored)) ? stored : undefined;
}

/** @returns undefined without `?like=`, or if the backend doesn't show the seller */
async function sellerToCopy({ request, sellers }: FranchiseeContext): Promise<Seller | undefined> {
  const id = new URL(request.url).searchParams.get("like");
  return id ? (await optional(sellers.get(id)))?.seller : undefined;
}

/** Reads only the fields that the form has, each once and as text, whatever was posted. */
export function readSellerForm<S extends z.ZodObject>(form: FormData, schema: S, t: Translate) {
  const posted = new FormData();
  for (const name of editableFields) {
    const value = form.get(name);
    const isEnabled = name === "accountEnabled" ? postedEnabled(value) : undefined;
    // A browser doesn't post an unticked box. The schema refuses a word that is neither on nor off.
    if (isEnabled === false) continue;
    if (typeof value === "string") posted.set(name, isEnabled ? "on" : value);
  }
  const submission = parseWithZod(posted, { schema, error: formMessages(t, sellerLabels(t)) });
  for (const [name, value] of Object.entries(submission.payload)) {
    if (typeof value === "string") submission.payload[name] = cutForEcho(value);
  }
  return submission;
}

/** An empty display name is filled in from the other names, for the person to check. */
export function invalidAnswer<Values>(
  submission: Submission<Values>,
  { form, t }: Pick<FranchiseeContext, "form" | "t">,
  more: Pick<SellerFormAnswer, "formKey" | "base" | "chosen" | "reason">,
) {
  const textIn = (name: string) => cleanText(String(form.get(name) ?? ""));
  const wrong = (submission.status === "error" && submission.error) || {};
  const suggested = [textIn("firstName"), textIn("surname")].filter(Boolean).join(" ");
  if (textIn("displayName") || !suggested || wrong.firstName || wrong.surname)
    return formAnswer(400, submission.reply(), more);
  const { initialValue, error, ...result } = submission.reply();
  const errors = { ...error, displayName: [t("problems:nameSuggested", { name: suggested })] };
  return formAnswer(
    400,
    { ...result, error: errors, initialValue: { ...initialValue, displayName: suggested } },
    { ...more, suggested },
  );
}
