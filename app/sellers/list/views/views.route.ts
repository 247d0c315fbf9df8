import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import type { NamedView } from "~/keyboard/commands";
import { savedViews } from "./saved-views.server";

export const loader = forFranchisee(async ({ session }) => {
  const views = await savedViews(session.sub);
  return Response.json(views.map(({ name, query }): NamedView => ({ name, query })));
});
export const action = noAction;
