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

/**
 * Ignores regions, so that `en-GB` gets `en-US`. Of languages of equal weight the first wins.
 * @returns undefined if no listed language is ours
 */
export function preferredLocale(acceptLanguage: string | null): Locale | undefined {
  const ranges = (acceptLanguage ?? "").split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    // An empty weight is NaN, which drops the range.
    const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, "") || Number.NaN);
    return { language: languageOf(tag), weight };
  });
  const accepted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { language } of accepted) {
    const locale = localeCodes.find((code) => languageOf(code) === language);
    if (locale) return locale;
  }
  return undefined;
}

const languageOf = (tag: string) => tag.split("-", 1)[0];

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...localeCodes],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    // The order is that of docs/product.md §2.
    findLocale: async (request) =>
      chosenLocale(request) ??
      env().I18N_ROOT_REDIRECT ??
      localeInUse(request) ??
      preferredLocale(request.headers.get("Accept-Language")) ??
      null,
  },
});

/** Only `/` detects a language, so that a click within the app never changes it. */
export async function rootRedirect(request: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" || isUnsafe(request.method) || requestScope().isDataRequest || isFromOwnPage(request))
    return undefined;
  const locale = (await detector.getLocale(request)) as Locale;
  if (locale === defaultLocale) return undefined;
  // `/` stores a detected language like a chosen one, but a language in use ends with the browser.
  const headers = localeInUse(request) === locale ? undefined : { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(pathIn(locale, `/${search}`), { headers });
}
