import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { BackendError } from "~/.server/backend/backend-error";
import type { Problem } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { draftField, findDraft, pageOfDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanText } from "~/domain/clean-text";
import { editableFields, type Seller, type SellerRecord, sharedFields } from "~/domain/seller";
import { parseLoadedValues, postedEnabled, printLoadedValues, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { cutForEcho, formMessages } from "~/ui/form/form-messages";
import type { SellerFormAnswer, SellerFormState } from "./seller-form";

export function formAnswer(status: number, result: SubmissionResult, more: Omit<SellerFormAnswer, "result">) {
  return data<SellerFormAnswer>({ result, ...more }, { status });
}

const EDIT_FORM = /^\/sellers\/[^/]+\/edit$/;

/** `?like=42` copies the surname and MPK of that seller into the form of a new seller. */
export async function sellerFormState(ctx: FranchiseeContext, record?: SellerRecord): Promise<SellerFormState> {
  const draft = ctx.draft ?? (record ? undefined : await draftOfGoneSeller(ctx));
  // A draft may have any posted text, so its `base` may be unreadable.
  const draftBase = parseLoadedValues(draft?.fields.base) && String(draft?.fields.base);
  const sourceSeller = record || draft ? undefined : await sellerToCopy(ctx);
  const shared = sourceSeller && Object.fromEntries(sharedFields.map((field) => [field, sourceSeller[field]]));
  return {
    fields: draft
      ? Object.fromEntries(editableFields.map((name) => [name, draftField(draft, name)]))
      : { ...record?.seller, ...shared },
    similarTo: sourceSeller && (sourceSeller.displayName || ctx.t("sellers:detail.unnamed")),
    refused: draft?.errors && draftRefusal(draft.errors, ctx.t),
    formKey: ctx.newFormKey(),
    base: record && (draftBase ?? printLoadedValues(record)),
    saved: record?.seller,
    reason: draftField(draft, "reason"),
    isFromDraft: draft !== undefined,
  };
}

/** `?typed=` is the draft of a deleted seller's edit form, which fills a new seller's form. */
async function draftOfGoneSeller({ request, session }: FranchiseeContext) {
  const id = new URL(request.url).searchParams.get("typed");
  const stored = id ? await findDraft(id, session.sub) : undefined;
  return stored && EDIT_FORM.test(pageOfDraft(stored)) ? stored : undefined;
}

async function sellerToCopy({ request, sellers }: FranchiseeContext): Promise<Seller | undefined> {
  const id = new URL(request.url).searchParams.get("like");
  return id ? (await optional(sellers.get(id)))?.seller : undefined;
}

/** Ignores other fields, repeated fields and files, which a program may post. */
export function readSellerForm<S extends z.ZodObject>(form: FormData, schema: S, t: Translate) {
  const posted = new FormData();
  for (const name of editableFields) {
    const value = form.get(name);
    const isEnabled = name === "accountEnabled" ? postedEnabled(value) : undefined;
    // Leaves out "false", as a browser leaves out an unticked box. The schema refuses other words.
    if (isEnabled === false) continue;
    if (typeof value === "string") posted.set(name, isEnabled ? "on" : value);
  }
  const submission = parseWithZod(posted, { schema, error: formMessages(t, sellerLabels(t)) });
  for (const [name, value] of Object.entries(submission.payload)) {
    if (typeof value === "string") submission.payload[name] = cutForEcho(value);
  }
  return submission;
}

/** Fills an empty display name with the first name and surname, and asks the person to check it. */
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

export type FormErrors = { fieldErrors: Record<string, string[]>; formErrors: string[] };

export function refusalErrors(error: BackendError, t: Translate, conflictText: string): FormErrors {
  const { fieldErrors, formErrors: others } = sortByField(error.problem?.errors ?? {}, t);
  if (error.status === 409) return { fieldErrors, formErrors: [conflictText, ...others] };
  const { detail, title } = error.problem ?? {};
  const general = [detail ?? title].filter((text) => text !== undefined);
  const hasFieldErrors = Object.keys(fieldErrors).length > 0;
  return {
    fieldErrors,
    formErrors: hasFieldErrors ? others : [t("problems:refused"), ...(others.length ? others : general)],
  };
}

/** A backend may write `EMail` for `email`. The form shows texts of unknown fields above itself. */
function sortByField(errors: Problem["errors"], t: Translate): FormErrors {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [name, reasons] of Object.entries(errors)) {
    const field = editableFields.find((each) => each.toLowerCase() === name.toLowerCase());
    const messages = reasons.map((reason) => t("problems:fieldRefused", { reason }));
    if (field) fieldErrors[field] = [...(fieldErrors[field] ?? []), ...messages];
    else formErrors.push(...reasons);
  }
  return { fieldErrors, formErrors };
}

function draftRefusal(errors: Problem["errors"], t: Translate): SubmissionResult | undefined {
  const { fieldErrors, formErrors } = sortByField(errors, t);
  const error = { ...fieldErrors, ...(formErrors.length > 0 ? { "": formErrors } : {}) };
  const names = Object.keys(error);
  // conform shows the errors of validated fields only.
  const validated = Object.fromEntries(names.map((name) => [name, true]));
  return names.length > 0 ? { status: "error", error, state: { validated } } : undefined;
}
