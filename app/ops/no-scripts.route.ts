import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { returnTarget } from "./return-target.server";

/**
 * Deletes SCRIPTS_COOKIE and opens the page again. Without the cookie the server defers no part of
 * a page, because only scripts can show such parts.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return redirectDocument(returnTarget(new URL(request.url).searchParams.get("returnTo")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
