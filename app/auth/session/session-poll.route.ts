import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { failureResponse } from "~/auth/failure-response.server";
import { checkSession } from "./check-session.server";
import { touchSession } from "./session.server";

/** For HEAD. Open pages poll with GET, which is answered before Remix (direct-answers.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    return new Response(null, await checkSession(request.headers.get("Cookie")));
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}

/** „Przedłuż sesję” moves the idle limit, unlike the check. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    await touchSession(request);
    return new Response(null, await checkSession(request.headers.get("Cookie")));
  } catch (error) {
    throw await failureResponse(error, { request });
  }
}
