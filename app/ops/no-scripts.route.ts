import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { localeOfPath } from "~/i18n/locales";
import { languageTarget } from "./language-target.server";

/**
 * For browsers that ran scripts before and don't now (`WithoutScripts`): clears the cookie of
 * `hasJavaScript` and returns to the page, which then comes whole.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const page = new URL(request.url).searchParams.get("returnTo");
  return redirectDocument(languageTarget(page, localeOfPath(page ?? "/")), {
    status: 303,
    headers: { "Set-Cookie": `${SCRIPTS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` },
  });
}
