import { requestScope } from "~/.server/http/request-scope";
import { pagePath, storeForErrorPage, type TypedFields } from "~/auth/failed-form.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";

export function postedFormKey(form: FormData): string {
  const key = form.get("formKey");
  return typeof key === "string" ? key : "";
}

/** Refuse a form that another person opened: the history would name the current person. */
export function isOpenedByAnother({ form, session }: Pick<FranchiseeContext, "form" | "session">): boolean {
  const key = openFormKey(form.get("formKey"));
  return key !== undefined && key.sub !== session.sub;
}

/** @returns undefined if the typed text can't be stored as a draft */
export async function errorPageWithDraft(
  ctx: FranchiseeContext,
  text: string,
  typed: TypedFields,
): Promise<Response | undefined> {
  const { request, form, session } = ctx;
  const stored = await storeForErrorPage({ request, form, typed, session });
  if (!stored.draft) return undefined;
  const query = new URLSearchParams({ from: pagePath(request), ...stored, id: requestScope().id });
  return ctx.redirect(`/error/503?${query}`, { flash: { kind: "error", text } });
}
