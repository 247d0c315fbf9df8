import type { LoaderFunctionArgs } from "@remix-run/node";
import { failureResponse } from "~/auth/failure-response.server";
import { sessionLives } from "./session.server";

/** The session check of open pages (docs/product.md §9): 204 or 401, no body; it doesn't count as using the session. */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    return new Response(null, { status: (await sessionLives(request)) ? 204 : 401 });
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}
