import { redirectDocument } from "@remix-run/node";
import { RemixI18Next } from "remix-i18next/server";
import { env } from "~/.server/env";
import { defaultLocale, isLocale, type Locale, localeCodes, pathIn } from "~/i18n/locales";
import { readCookies } from "./cookies";
import { isFromOwnPage, isUnsafe } from "./origin-check";
import { requestScope } from "./request-scope";

/** The language that a person chose, or that `/` redirected to (docs/product.md §2). */
const LANGUAGE_COOKIE = "i18n_redirected";

/** The language of the latest page, until a language is chosen or the browser is closed. */
const IN_USE_COOKIE = "language-in-use";

export function languageCookie(locale: Locale): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${365 * 86_400}; Path=/; SameSite=Lax`;
}

export function renewLanguageCookie(request: Request): string | undefined {
  const locale = chosenLocale(request);
  return locale && languageCookie(locale);
}

export function languageInUseCookie(request: Request, locale: Locale): string | undefined {
  if (chosenLocale(request) || localeInUse(request) === locale) return undefined;
  return `${IN_USE_COOKIE}=${locale}; Path=/; HttpOnly; SameSite=Lax`;
}

const chosenLocale = (request: Request) => localeIn(request, LANGUAGE_COOKIE);
const localeInUse = (request: Request) => localeIn(request, IN_USE_COOKIE);

function localeIn(request: Request, cookie: string): Locale | undefined {
  const value = readCookies(request.headers.get("Cookie")).get(cookie);
  return isLocale(value) ? value : undefined;
}

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...localeCodes],
    fallbackLanguage: defaultLocale,
    // `custom` is `findLocale`, and `header` is `Accept-Language`.
    order: ["custom", "header"],
    findLocale: async (request) => chosenLocale(request) ?? env().I18N_ROOT_REDIRECT ?? localeInUse(request) ?? null,
  },
});

const languages = localeCodes.map((code) => code.split("-", 1)[0]).join("|");
/** Matches `en-GB;q=0.8`. Doesn't match `de`, or `en;q=0`, which refuses English. */
const OWN_LANGUAGE = new RegExp(`^(?:${languages})\\b(?!.*;q=0(?:\\.0*)?$)`, "i");

export async function visitorLocale({ url, headers }: Request): Promise<Locale> {
  const ranges = (headers.get("Accept-Language") ?? "").replaceAll(" ", "").split(",");
  // remix-i18next only tries the first language, so `de, en;q=0.8` becomes `en;q=0.8`.
  const filtered = new Headers(headers);
  filtered.set("Accept-Language", ranges.filter((range) => OWN_LANGUAGE.test(range)).join(","));
  return (await detector.getLocale(new Request(url, { headers: filtered }))) as Locale;
}

/** Only `/` detects the language, so that links within the app never change it. */
export async function rootRedirect(request: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" || isUnsafe(request.method) || requestScope().isDataRequest || isFromOwnPage(request))
    return undefined;
  const locale = await visitorLocale(request);
  if (locale === defaultLocale) return undefined;
  // A language from IN_USE_COOKIE isn't stored for a year.
  const headers = localeInUse(request) === locale ? undefined : { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(pathIn(locale, `/${search}`), { headers });
}
