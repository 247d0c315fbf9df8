import type { Problem } from "~/.server/backend/contract/problem-details";
import { isUnsafe } from "~/.server/http/origin-check";
import { isDraftId, storeDraft } from "./drafts.server";
import { openFormKey } from "./form-key.server";
import { returnPath } from "./sign-in/return-path.server";

export type FailedForm = {
  request: Request;
  form?: FormData;
  typed?: TypedFields;
  errors?: Problem["errors"];
  session?: { sub: string };
};

/** Names of fields that people type into, unlike hidden fields. */
export type TypedFields = readonly string[] | RegExp;

/** @returns the error page's query: `draft=ID`, and `kept=1` if a person typed some of the form */
export async function storeForErrorPage(failed: FailedForm): Promise<Record<string, string>> {
  // The error page is shown even if storing fails.
  const draft = await storePostedForm(failed).catch(() => undefined);
  if (!draft) return {};
  return { draft, ...(holdsTypedText(failed) ? { kept: "1" } : {}) };
}

/** The error page's query `from=/sellers/42/edit&draft=ID` gives `/sellers/42/edit?draft=ID`. */
export function draftPath(query: URLSearchParams): string | null {
  const from = query.get("from");
  const draft = query.get("draft");
  if (!from || !draft || !isDraftId(draft)) return null;
  const url = new URL(returnPath(from), "http://path.invalid");
  url.searchParams.set("draft", draft);
  return url.pathname + url.search + url.hash;
}

/** @returns the draft's id; undefined if the person is unknown or the form is too large */
export async function storePostedForm(failed: FailedForm): Promise<string | undefined> {
  const { request, form, errors, session } = failed;
  if (!form || !isUnsafe(request.method)) return undefined;
  // The form key names the person. In a form without a form key (a program's post, for example) the
  // session does, if the form has typed text.
  const sessionPerson = holdsTypedText(failed) ? session : undefined;
  const person = form.has("formKey") ? openFormKey(form.get("formKey")) : sessionPerson;
  return person && storeDraft({ sub: person.sub, path: pagePath(request), form, errors });
}

function holdsTypedText({ form, typed = [] }: FailedForm): boolean {
  const isTyped = (name: string) => (typed instanceof RegExp ? typed.test(name) : typed.includes(name));
  return [...(form ?? [])].some(([name, value]) => isTyped(name) && typeof value === "string" && value.trim());
}

/** The page's path and query. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  // A post's path has no `draft=`: the posted form replaces the draft from which it was filled in.
  if (isUnsafe(request.method)) searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
