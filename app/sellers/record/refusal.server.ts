import type { BackendError } from "~/.server/backend/backend-error";
import type { Problem } from "~/.server/backend/problem-details";
import { editableFields } from "~/domain/seller-fields";
import type { Translate } from "~/i18n/catalogues";

/** What a form shows: by field, and above the form. */
export type FormErrors = { fieldErrors: Record<string, string[]>; formErrors: string[] };

/**
 * A 400, 409 or 422 of the sellers backend in words (docs/product.md §8).
 * @param taken what a 409 means here
 */
export function refusalErrors(error: BackendError, t: Translate, taken: string): FormErrors {
  const { fieldErrors, formErrors: others } = errorsAtFields(error.problem?.errors ?? {}, t);
  if (error.status === 409) return { fieldErrors, formErrors: [taken, ...others] };
  const { detail, title } = error.problem ?? {};
  const general = [detail ?? title].filter((text) => text !== undefined);
  const found = Object.keys(fieldErrors).length > 0;
  return {
    fieldErrors,
    formErrors: found ? others : [t("problems:refused"), ...(others.length ? others : general)],
  };
}

/**
 * A backend's texts at the fields that it names, in whatever letter case it writes them; what names no field of ours
 * stands above the form.
 */
export function errorsAtFields(errors: Problem["errors"], t: Translate): FormErrors {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [name, reasons] of Object.entries(errors)) {
    const field = editableFields.find((known) => known.toLowerCase() === name.toLowerCase());
    const said = reasons.map((reason) => t("problems:fieldRefused", { reason }));
    if (field) fieldErrors[field] = [...(fieldErrors[field] ?? []), ...said];
    else formErrors.push(...reasons);
  }
  return { fieldErrors, formErrors };
}
