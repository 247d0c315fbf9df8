import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { slotStateOf } from "./check-slots.server";

/**
 * Says whether an uploaded file waits for a slot or is being checked; the import's page polls this.
 * `?bytes=` tells the person's files apart. Null if this process isn't handling the file.
 */
export const loader = forFranchisee(async ({ request, session }) => {
  const bytes = Number(new URL(request.url).searchParams.get("bytes"));
  return Response.json(slotStateOf(session.sub, bytes));
});
export const action = noAction;
