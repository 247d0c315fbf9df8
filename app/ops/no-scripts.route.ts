import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { localeOfPath } from "~/i18n/locales";
import { languageTarget } from "./language-target.server";

/**
 * Where a page leads whose browser ran scripts before and runs none now (`WithoutScripts`): the server forgets that it did
 * (`hasJavaScript`), and the page comes back whole.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const page = new URL(request.url).searchParams.get("returnTo");
  return redirectDocument(languageTarget(page, localeOfPath(page ?? "/")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
