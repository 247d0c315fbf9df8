import { requestScope } from "~/.server/http/request-scope";
import { heldForm, pagePath, type TypedFields } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/**
 * While the backend is away the form's page can't be had to answer with, so what was posted is held as for any other fault of
 * the backend, and this is said over the way back to it.
 * @param typed the fields that people type into
 * @returns `undefined` when nothing can be held
 */
export async function toHeldForm(
  ctx: FranchiseeContext,
  text: string,
  typed: TypedFields,
): Promise<Response | undefined> {
  const { request, form } = ctx;
  const held = await heldForm({ request, form, typed });
  if (!held.draft) return undefined;
  const query = new URLSearchParams({ from: pagePath(request), ...held, id: requestScope().id });
  return ctx.redirect(`/error/503?${query}`, { flash: { kind: "error", text } });
}
