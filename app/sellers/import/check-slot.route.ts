import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { slotStateOf } from "./check-slots.server";

/** The state of one's own file of `?bytes=`, as JSON; null if this process doesn't have it. */
export const loader = forFranchisee(async ({ request, session }) => {
  const bytes = Number(new URL(request.url).searchParams.get("bytes"));
  return Response.json(slotStateOf(session.sub, bytes));
});
export const action = noAction;
