import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { failureResponse } from "~/auth/failure-response.server";
import { checkSession } from "./check-session.server";
import { touchSession } from "./session.server";

/**
 * The check that open pages poll: 204 or 401 without a body. A GET is answered before Remix
 * (`registerDirectAnswer`); this loader serves the rest, such as HEAD.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    return new Response(null, await checkSession(request.headers.get("Cookie")));
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}

/** „Przedłuż sesję” counts as use of the session, unlike the check. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    await touchSession(request);
    return new Response(null, await checkSession(request.headers.get("Cookie")));
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}
