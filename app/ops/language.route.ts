import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { readForm } from "~/.server/http/read-form";
import { languageCookie } from "~/.server/http/visitor-language";
import { isLocale, localeOfPath } from "~/i18n/locales";
import { languageTarget } from "./language-target.server";

/** A link may do it, as only words change. A document has one catalogue, so a new one loads. */
function switchLanguage(locale: unknown, returnTo: unknown): Response {
  const path = typeof returnTo === "string" ? returnTo : null;
  if (!isLocale(locale)) return redirectDocument(languageTarget(path, localeOfPath(path ?? "/")), 303);
  const headers = { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(languageTarget(path, locale), { status: 303, headers });
}

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return switchLanguage(searchParams.get("locale"), searchParams.get("returnTo"));
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, { maxBytes: 16 * 1024 });
  return switchLanguage(form.get("locale"), form.get("returnTo"));
}
