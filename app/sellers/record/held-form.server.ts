import { pagePath, storeDraftOf } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/**
 * While the backend is away the form's page can't be had to answer with, so what was posted is held as for any other fault of
 * the backend, and this is said over the way back to it.
 * @returns `undefined` when nothing can be held
 */
export async function heldForm(ctx: FranchiseeContext, text: string): Promise<Response | undefined> {
  const draft = await storeDraftOf(ctx.request, ctx.form).catch(() => undefined);
  if (!draft) return undefined;
  const query = new URLSearchParams({ from: pagePath(ctx.request), draft });
  return ctx.redirect(`/error/503?${query}`, { flash: { kind: "error", text } });
}
