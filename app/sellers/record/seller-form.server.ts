import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { BackendError } from "~/.server/backend/backend-error";
import type { Problem } from "~/.server/backend/contract/problem-details";
import { optional } from "~/.server/backend/optional";
import { findDraft, pageOfDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Seller, SellerRecord } from "~/domain/seller";
import { editableFields, sharedFields } from "~/domain/seller-fields";
import { parseOriginalRecord, postedEnabled, printOriginalRecord, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { echoed, formMessages } from "~/ui/form/messages";
import { suggestedName } from "./seller-field";
import type { SellerFormAnswer, SellerFormState } from "./seller-form";

export function formAnswer(status: number, result: SubmissionResult, more: Omit<SellerFormAnswer, "result">) {
  return data<SellerFormAnswer>({ result, ...more }, { status });
}

export type FormErrors = { fieldErrors: Record<string, string[]>; formErrors: string[] };

/** Sorts the errors of a 400, 409 or 422 by field. @param conflictText what a 409 means here */
export function refusalErrors(error: BackendError, t: Translate, conflictText: string): FormErrors {
  const { fieldErrors, formErrors: others } = errorsAtFields(error.problem?.errors ?? {}, t);
  if (error.status === 409) return { fieldErrors, formErrors: [conflictText, ...others] };
  const { detail, title } = error.problem ?? {};
  const general = [detail ?? title].filter((text) => text !== undefined);
  const hasFieldErrors = Object.keys(fieldErrors).length > 0;
  return {
    fieldErrors,
    formErrors: hasFieldErrors ? others : [t("problems:refused"), ...(others.length ? others : general)],
  };
}

/** The backend may name fields in any letter case; texts for other names go above the form. */
function errorsAtFields(errors: Problem["errors"], t: Translate): FormErrors {
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

const EDIT_FORM = /^\/sellers\/[^/]+\/edit$/;

/** The draft, else the record; for a new seller what two may share (`similarSellerPath`). */
export async function sellerFormState(ctx: FranchiseeContext, record?: SellerRecord): Promise<SellerFormState> {
  const draft = ctx.draft ?? (record ? undefined : await draftOfGoneSeller(ctx));
  const base =
    record && (parseOriginalRecord(draft?.fields.base) ? String(draft?.fields.base) : printOriginalRecord(record));
  const fields = draft ? editableFields.map((name) => [name, [draft.fields[name]].flat()[0]]) : undefined;
  const similarTo = record || draft ? undefined : await sellerToCopy(ctx);
  const shared = similarTo && Object.fromEntries(sharedFields.map((field) => [field, similarTo[field]]));
  return {
    fields: fields ? Object.fromEntries(fields) : { ...record?.seller, ...shared },
    similarTo: similarTo && (similarTo.displayName || ctx.t("sellers:detail.unnamed")),
    refused: draft?.errors && refusedFields(draft.errors, ctx.t),
    formKey: ctx.newFormKey(),
    base,
    saved: record?.seller,
    reason: [draft?.fields.reason].flat()[0],
    restored: draft !== undefined,
  };
}

function refusedFields(errors: Problem["errors"], t: Translate): SubmissionResult | undefined {
  const { fieldErrors, formErrors } = errorsAtFields(errors, t);
  const error = { ...fieldErrors, ...(formErrors.length > 0 ? { "": formErrors } : {}) };
  const named = Object.keys(error);
  // Conform shows the errors of a field only if it counts as validated.
  const validated = Object.fromEntries(named.map((name) => [name, true]));
  return named.length > 0 ? { status: "error", error, state: { validated } } : undefined;
}

async function draftOfGoneSeller({ request, session }: FranchiseeContext) {
  const id = new URL(request.url).searchParams.get("typed");
  const stored = id ? await findDraft(id, session.sub) : undefined;
  return stored && EDIT_FORM.test(pageOfDraft(stored)) ? stored : undefined;
}

/** @returns undefined if the backend doesn't show the seller: the form is then empty */
async function sellerToCopy({ request, sellers }: FranchiseeContext): Promise<Seller | undefined> {
  const id = new URL(request.url).searchParams.get("like");
  return id ? (await optional(sellers.get(id)))?.seller : undefined;
}

/** Reads only the fields that the form has, each once and as text, whatever was posted. */
export function readSellerForm<S extends z.ZodObject>(form: FormData, schema: S, t: Translate) {
  const posted = new FormData();
  for (const name of editableFields) {
    const value = form.get(name);
    const enabled = name === "accountEnabled" ? postedEnabled(value) : undefined;
    if (enabled === false) continue;
    if (typeof value === "string") posted.set(name, enabled ? "on" : value);
  }
  const submission = parseWithZod(posted, { schema, error: formMessages(t, sellerLabels(t)) });
  for (const [name, value] of Object.entries(submission.payload)) {
    if (typeof value === "string") submission.payload[name] = echoed(value);
  }
  return submission;
}

/** Without scripts an empty display name is filled in, for the person to check. */
export function invalidAnswer<Values>(
  submission: Submission<Values>,
  { form, t }: Pick<FranchiseeContext, "form" | "t">,
  hidden: Pick<SellerFormAnswer, "formKey" | "base" | "chosen" | "reason">,
) {
  const textIn = (name: string) => String(form.get(name) ?? "");
  const wrong = (submission.status === "error" && submission.error) || {};
  const suggested = suggestedName({ firstName: textIn("firstName"), surname: textIn("surname") });
  if (textIn("displayName") || !suggested || wrong.firstName || wrong.surname)
    return formAnswer(400, submission.reply(), hidden);
  const { initialValue, error, ...result } = submission.reply();
  const said = { ...error, displayName: [t("problems:nameSuggested", { name: suggested })] };
  return formAnswer(
    400,
    { ...result, error: said, initialValue: { ...initialValue, displayName: suggested } },
    { ...hidden, suggested },
  );
}
