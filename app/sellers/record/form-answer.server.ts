import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { BackendError } from "~/.server/backend/backend-error";
import type { Problem } from "~/.server/backend/contract/problem-details";
import { requestScope } from "~/.server/http/request-scope";
import { pagePath, storeFailedForm, type TypedFields } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { editableFields } from "~/domain/seller-fields";
import type { Translate } from "~/i18n/catalogues";
import type { SellerFormAnswer } from "./seller-form";

export function formAnswer(status: number, result: SubmissionResult, more: Omit<SellerFormAnswer, "result">) {
  return data<SellerFormAnswer>({ result, ...more }, { status });
}

export function postedKey(form: FormData): string {
  const key = form.get("formKey");
  return typeof key === "string" ? key : "";
}

/** Whether somebody signed in here before opened it, whom the history would wrongly name. */
export function isOpenedByAnother({ form, session }: Pick<FranchiseeContext, "form" | "session">): boolean {
  const key = openFormKey(form.get("formKey"));
  return key !== undefined && key.sub !== session.sub;
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
export function errorsAtFields(errors: Problem["errors"], t: Translate): FormErrors {
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

/** For an unknown outcome, if the form can't be shown; undefined if nothing could be kept. */
export async function toHeldForm(
  ctx: FranchiseeContext,
  text: string,
  typed: TypedFields,
): Promise<Response | undefined> {
  const { request, form } = ctx;
  const draft = await storeFailedForm({ request, form, typed });
  if (!draft.draft) return undefined;
  const query = new URLSearchParams({ from: pagePath(request), ...draft, id: requestScope().id });
  return ctx.redirect(`/error/503?${query}`, { flash: { kind: "error", text } });
}
