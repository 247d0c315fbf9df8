import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { returnTarget } from "./return-target.server";

/**
 * For a person who has turned scripts off: without SCRIPTS_COOKIE the server renders each page
 * whole, and defers no parts that only a script could show.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return redirectDocument(returnTarget(new URL(request.url).searchParams.get("returnTo")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
