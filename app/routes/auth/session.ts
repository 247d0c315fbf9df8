import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionLives } from "~/.server/auth/session";
import { failureResponse } from "~/.server/failure";

/** The session check of open pages (SPEC.md §9): 204 or 401, no body; it doesn't count as using the session. */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    return new Response(null, { status: (await sessionLives(request)) ? 204 : 401 });
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}
