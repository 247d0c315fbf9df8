import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { returnTarget } from "./return-target.server";

/**
 * For a browser whose scripts were turned off since SCRIPTS_COOKIE was set: deletes the cookie, so
 * that `deferred` waits for the parts of the page that it returns to.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return redirectDocument(returnTarget(new URL(request.url).searchParams.get("returnTo")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
