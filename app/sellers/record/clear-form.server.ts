import { dropDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

export const isClearing = ({ form }: FranchiseeContext): boolean => form.get("intent") === "clear";

export async function clearForm({ request, draft, redirect }: FranchiseeContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (draft) await dropDraft(draft.id);
  for (const name of ["draft", "typed"]) searchParams.delete(name);
  return redirect(pathname + (searchParams.size > 0 ? `?${searchParams}` : ""));
}
