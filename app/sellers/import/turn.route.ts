import { forFranchisee } from "~/auth/for-franchisee.server";
import { checkTurns } from "./check-turns.server";

/**
 * What becomes of one's own file of `?bytes=`, as JSON, for the page that sends it: `"waiting"`, `"checking"`, or null when
 * this process doesn't have it (any more).
 */
export const loader = forFranchisee(async ({ request, session }) => {
  const bytes = Number(new URL(request.url).searchParams.get("bytes"));
  return Response.json(checkTurns.stateOf(session.sub, bytes));
});
