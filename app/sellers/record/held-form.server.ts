import { requestScope } from "~/.server/http/request-scope";
import { heldForm, pagePath, type TypedFields } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/**
 * Holds a posted form and leads to the error page, which tells `text` and has the way back to it: for a write of unknown outcome, while
 * the form's own page can't be shown because the backend is away.
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
