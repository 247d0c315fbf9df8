import { redirectDocument } from "@remix-run/node";
import { RemixI18Next } from "remix-i18next/server";
import { env } from "~/.server/env";
import { defaultLocale, isLocale, type Locale, localeCodes, pathIn } from "~/i18n/locales";
import { readCookies } from "./cookies";
import { isFromOwnPage, isUnsafe } from "./origin-check";
import { requestScope } from "./request-scope";

/** Holds the language that somebody chose, or that `/` led to (docs/product.md §2). */
const LANGUAGE_COOKIE = "i18n_redirected";

/**
 * A session cookie with the language of the latest page, while a person hasn't chosen a language. A
 * later visit to `/` uses it.
 */
const IN_USE_COOKIE = "language-in-use";

export function languageCookie(locale: Locale): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${365 * 86_400}; Path=/; SameSite=Lax`;
}

/** @returns the cookie of the chosen language for another year; undefined if none was chosen */
export function renewLanguageCookie(request: Request): string | undefined {
  const locale = chosenLocale(request);
  return locale && languageCookie(locale);
}

/** @returns undefined if a language was chosen, or the cookie holds this one already */
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
    // The order of docs/product.md §2: the cookies and I18N_ROOT_REDIRECT, then `Accept-Language`.
    order: ["custom", "header"],
    findLocale: async (request) => chosenLocale(request) ?? env().I18N_ROOT_REDIRECT ?? localeInUse(request) ?? null,
  },
});

const languages = localeCodes.map((code) => code.split("-", 1)[0]).join("|");
/** Matches `en-GB;q=0.8`, but neither `en;q=0`, which refuses English, nor `de`. */
const OWN_LANGUAGE = new RegExp(`^(?:${languages})\\b(?!.*;q=0(?:\\.0*)?$)`, "i");

/**
 * Returns the language for a visitor of `/`. Regions don't matter: `en-GB` gets `en-US`. The header
 * is filtered, because remix-i18next looks at its first language only: `de, en;q=0.8` would get the
 * default.
 */
export async function visitorLocale({ url, headers }: Request): Promise<Locale> {
  const ranges = (headers.get("Accept-Language") ?? "").replaceAll(" ", "").split(",");
  const filtered = new Headers(headers);
  filtered.set("Accept-Language", ranges.filter((range) => OWN_LANGUAGE.test(range)).join(","));
  return (await detector.getLocale(new Request(url, { headers: filtered }))) as Locale;
}

/** Only `/` detects a language, so that a click within the app never changes it. */
export async function rootRedirect(request: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" || isUnsafe(request.method) || requestScope().isDataRequest || isFromOwnPage(request))
    return undefined;
  const locale = await visitorLocale(request);
  if (locale === defaultLocale) return undefined;
  // `/` stores a detected language like a chosen one, but a language in use ends with the browser.
  const headers = localeInUse(request) === locale ? undefined : { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(pathIn(locale, `/${search}`), { headers });
}
