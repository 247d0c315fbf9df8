import { redirectDocument } from "@remix-run/node";
import { RemixI18Next } from "remix-i18next/server";
import { env } from "~/.server/env";
import { defaultLocale, isLocale, type Locale, localeCodes, pathIn } from "~/i18n/locales";
import { readCookies } from "./cookies";
import { isFromOwnPage, isUnsafe } from "./origin-check";
import { requestScope } from "./request-scope";

const LANGUAGE_COOKIE = "i18n_redirected";
/** A year, in seconds. */
const MAX_AGE = 365 * 24 * 60 * 60;

/**
 * The person's language choice (docs/product.md §2): 365 days, path /, SameSite=Lax, not Secure, no Domain. Plain text,
 * because its value is only ever compared with the list of locales.
 */
export function languageCookie(locale: Locale): string {
  return `${LANGUAGE_COOKIE}=${locale}; Max-Age=${MAX_AGE}; Path=/; SameSite=Lax`;
}

/** The Set-Cookie value that remembers a choice for another year; undefined where none is remembered. */
export function renewedLanguage(request: Request): string | undefined {
  const locale = rememberedLocale(request);
  return locale && languageCookie(locale);
}

/**
 * The language of the pages that are being read, until the browser closes, where none is remembered: so a reload of `/`
 * keeps it.
 */
const IN_USE_COOKIE = "language-in-use";

/** The Set-Cookie value that a page of this locale comes with; undefined when nothing new is to be noted. */
export function languageInUse(request: Request, locale: Locale): string | undefined {
  if (rememberedLocale(request) || localeInUse(request) === locale) return undefined;
  return `${IN_USE_COOKIE}=${locale}; Path=/; HttpOnly; SameSite=Lax`;
}

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...localeCodes],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async (request) =>
      rememberedLocale(request) ??
      localeInUse(request) ??
      preferredLocale(request.headers.get("Accept-Language")) ??
      null,
  },
});

function rememberedLocale(request: Request): Locale | undefined {
  return localeIn(request, LANGUAGE_COOKIE);
}

function localeInUse(request: Request): Locale | undefined {
  return localeIn(request, IN_USE_COOKIE);
}

function localeIn(request: Request, cookie: string): Locale | undefined {
  const kept = readCookies(request.headers.get("Cookie")).get(cookie);
  return isLocale(kept) ? kept : undefined;
}

/**
 * The locale that a browser would rather have (RFC 9110 §12.5.4), whatever the region: whoever reads `en-GB` reads
 * `en-US`. Of equal weights the first counts.
 * @returns undefined when none of its languages is ours
 */
export function preferredLocale(acceptLanguage: string | null): Locale | undefined {
  const ranges = (acceptLanguage ?? "").split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, "") || Number.NaN);
    return { language: languageOf(tag), weight };
  });
  // Number.NaN, a weight that is none, is above nothing.
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const locale = localeCodes.find((code) => languageOf(code) === language);
    if (locale) return locale;
  }
  return undefined;
}

const languageOf = (tag: string) => tag.split("-", 1)[0];

/** The locale a visitor of `/` should see: the remembered choice, else the one in use, else what the browser asks for, else Polish. */
async function detectLocale(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return localeCodes.find((code) => code === found) ?? defaultLocale;
}

/**
 * Where somebody who enters at `/` is sent for their language, signed in or not, and that choice remembered. Nowhere
 * else is a language looked for, and a click within the app never changes the one in use.
 * @returns undefined when they stay
 */
export async function rootRedirect(request: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" || isUnsafe(request.method) || requestScope().fetched || isFromOwnPage(request))
    return undefined;
  const locale = rememberedLocale(request) ?? env().I18N_ROOT_REDIRECT ?? (await detectLocale(request));
  if (locale === defaultLocale) return undefined;
  // A language that was merely read isn't one that was chosen.
  const headers = localeInUse(request) === locale ? undefined : { "Set-Cookie": languageCookie(locale) };
  return redirectDocument(pathIn(locale, `/${search}`), { headers });
}
