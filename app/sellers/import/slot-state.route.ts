import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { slotStateOf } from "./check-slots.server";

/**
 * The page of the import polls this while a file is uploaded: does the file wait for a slot, or is
 * it being checked? `?bytes=` tells the person's files apart. Null if this process doesn't have the
 * file.
 */
export const loader = forFranchisee(async ({ request, session }) => {
  const bytes = Number(new URL(request.url).searchParams.get("bytes"));
  return Response.json(slotStateOf(session.sub, bytes));
});
export const action = noAction;
