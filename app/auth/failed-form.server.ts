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

/** Names of the fields that people type into. */
export type TypedFields = readonly string[] | RegExp;

/**
 * Stores the form as a draft for an error page, which is shown even if storing fails.
 * @returns the error page's query: `draft=ID`, and `kept=1` to say that the typed text was kept
 */
export async function storeForErrorPage(failed: FailedForm): Promise<Record<string, string>> {
  const draft = await storePostedForm(failed).catch(() => undefined);
  if (!draft) return {};
  return { draft, ...(holdsTypedText(failed) ? { kept: "1" } : {}) };
}

/**
 * Returns the form's page with its draft, for a link on the error page: `from=/sellers/42/edit` and
 * `draft=ID` give `/sellers/42/edit?draft=ID`. @returns null if either is missing
 */
export function draftPath(query: URLSearchParams): string | null {
  const from = query.get("from");
  const draft = query.get("draft");
  if (!from || !draft || !isDraftId(draft)) return null;
  const url = new URL(returnPath(from), "http://path.invalid");
  url.searchParams.set("draft", draft);
  return url.pathname + url.search + url.hash;
}

/**
 * Stores the form as a draft, for after the sign-in.
 * @returns the draft's id; undefined if the person is unknown, nothing was typed, or the form is too large
 * @throws DatabaseUnavailable, DatabaseFull
 */
export async function storePostedForm(failed: FailedForm): Promise<string | undefined> {
  const { request, form, errors, session } = failed;
  if (!form || !isUnsafe(request.method)) return undefined;
  // A program may post a seller's fields without a form key; then the session says whose form it is.
  const sessionPerson = holdsTypedText(failed) ? session : undefined;
  const person = form.has("formKey") ? openFormKey(form.get("formKey")) : sessionPerson;
  return person && storeDraft({ sub: person.sub, path: pagePath(request), form, errors });
}

function holdsTypedText({ form, typed = [] }: FailedForm): boolean {
  const isTyped = (name: string) => (typed instanceof RegExp ? typed.test(name) : typed.includes(name));
  return [...(form ?? [])].some(([name, value]) => isTyped(name) && typeof value === "string" && value.trim());
}

/** The page's path and query. A post drops `?draft=`, because the form replaces the draft. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  if (isUnsafe(request.method)) searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
