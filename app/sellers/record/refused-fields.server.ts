import type { SubmissionResult } from "@conform-to/react";
import type { BackendError } from "~/.server/backend/backend-error";
import type { Problem } from "~/.server/backend/contract/problem-details";
import { editableFields } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";

export type FormErrors = { fieldErrors: Record<string, string[]>; formErrors: string[] };

/** Sorts the errors of a 400, 409 or 422 by field. @param conflictText what a 409 means here */
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

/** The backend may name fields in any letter case; texts for other names go above the form. */
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

/** A draft's refusal as conform shows it. @returns undefined if it has no texts */
export function draftRefusal(errors: Problem["errors"], t: Translate): SubmissionResult | undefined {
  const { fieldErrors, formErrors } = sortByField(errors, t);
  const error = { ...fieldErrors, ...(formErrors.length > 0 ? { "": formErrors } : {}) };
  const named = Object.keys(error);
  // Conform shows the errors of a field only if it counts as validated.
  const validated = Object.fromEntries(named.map((name) => [name, true]));
  return named.length > 0 ? { status: "error", error, state: { validated } } : undefined;
}
