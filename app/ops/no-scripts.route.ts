import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { SCRIPTS_COOKIE } from "~/cookie-names";

/**
 * Where a page leads whose browser ran scripts before and runs none now (`WithoutScripts`): the server forgets that it did
 * (`hasJavaScript`), and the page comes back whole.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const path = returnPath(new URL(request.url).searchParams.get("returnTo"));
  return redirectDocument(path, {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
