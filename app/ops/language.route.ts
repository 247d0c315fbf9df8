import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { languageCookie } from "~/.server/http/visitor-language";
import { isLocale } from "~/i18n/locales";
import { returnTarget } from "./return-target.server";

/** Redirects the whole document, because a document loads the texts of only one language. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [locale, returnTo] = [searchParams.get("locale"), searchParams.get("returnTo")];
  if (!isLocale(locale)) return redirectDocument(returnTarget(returnTo), 303);
  const headers = { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(returnTarget(returnTo, locale), { status: 303, headers });
}
