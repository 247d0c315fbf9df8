import { RemixI18Next } from "remix-i18next/server";
import { defaultLocale, isLocale, type Locale, localeCodes } from "~/i18n/locales";
import { readCookies } from "./cookies";

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

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...localeCodes],
    fallbackLanguage: defaultLocale,
    order: ["custom", "header"],
    findLocale: async (request) => rememberedLocale(request) ?? null,
  },
});

function rememberedLocale(request: Request): Locale | undefined {
  const remembered = readCookies(request.headers.get("Cookie")).get(LANGUAGE_COOKIE);
  return isLocale(remembered) ? remembered : undefined;
}

/** The locale a visitor of `/` should see: the remembered choice, else what the browser asks for, else Polish. */
export async function detectLocale(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return localeCodes.find((code) => code === found) ?? defaultLocale;
}
