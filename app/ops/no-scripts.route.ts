import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { returnTarget } from "./return-target.server";

/**
 * Deletes SCRIPTS_COOKIE, for a person who has turned scripts off since it was set: the page that
 * this returns to then comes whole, with the parts that a script would have added later.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return redirectDocument(returnTarget(new URL(request.url).searchParams.get("returnTo")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
