import type { Problem } from "~/.server/backend/contract/problem-details";
import { isUnsafe } from "~/.server/http/origin-check";
import { storeDraft } from "./drafts.server";
import { openFormKey } from "./form-key.server";

export type FailedForm = {
  request: Request;
  form?: FormData;
  typed?: TypedFields;
  errors?: Problem["errors"];
};

/** Names of the fields that people type into. */
export type TypedFields = readonly string[] | RegExp;

/**
 * Stores the form as a draft. If that fails, the error page comes without one.
 * @returns the error page's query: the draft's id, and `kept=1` if the form holds typed text
 */
export async function storeForErrorPage(failed: FailedForm): Promise<Record<string, string>> {
  const { form, typed = [] } = failed;
  const draft = await storePostedForm(failed).catch(() => undefined);
  if (!draft) return {};
  const isTyped = (name: string) => (typed instanceof RegExp ? typed.test(name) : typed.includes(name));
  const holdsTypedText = [...(form ?? [])].some(
    ([name, value]) => isTyped(name) && typeof value === "string" && value.trim(),
  );
  return { draft, ...(holdsTypedText ? { kept: "1" } : {}) };
}

/**
 * Stores the form as a draft, for after the sign-in.
 * @returns the draft's id; undefined without a valid form key
 * @throws DatabaseUnavailable, DatabaseFull
 */
export async function storePostedForm({ request, form, errors }: FailedForm): Promise<string | undefined> {
  if (!form || !isUnsafe(request.method)) return undefined;
  const formKey = openFormKey(form.get("formKey"));
  return formKey && storeDraft({ sub: formKey.sub, path: pagePath(request), form, errors });
}

/** The page's path and query. A post drops `?draft=`, because the form replaces the draft. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  if (isUnsafe(request.method)) searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
