/** Locales and their place in a URL (docs/product.md §2): all but Polish have a prefix. */
export const locales = [
  { code: "pl", name: "Polski" },
  { code: "en-US", name: "English" },
] as const;

export type Locale = (typeof locales)[number]["code"];

export const defaultLocale = "pl" satisfies Locale;
/** Used for a key that the current locale lacks (docs/product.md §9). */
export const fallbackLocale = "en-US" satisfies Locale;

export const localeCodes: readonly Locale[] = locales.map((locale) => locale.code);

export function isLocale(value: unknown): value is Locale {
  return localeCodes.includes(value as Locale);
}

/** The locale's URL prefix: empty for Polish, `/en-US` for English. */
export function localePrefix(locale: Locale): string {
  return locale === defaultLocale ? "" : `/${locale}`;
}

/** The locale that a path belongs to; `/pl/…` isn't one of our URLs and reads as Polish. */
export function localeOfPath(pathname: string): Locale {
  const first = pathname.split("/", 2)[1];
  return localeCodes.find((code) => code === first && code !== defaultLocale) ?? defaultLocale;
}

/** The path without its locale prefix: `/en-US/sellers` and `/sellers` both give `/sellers`. */
export function barePath(pathname: string): string {
  const prefix = localePrefix(localeOfPath(pathname));
  return pathname.slice(prefix.length) || "/";
}

/** The same page in a locale; keeps query and fragment, takes a path with or without a prefix. */
export function pathIn(locale: Locale, path: string): string {
  const pathname = path.split(/[?#]/, 1)[0] ?? "/";
  const bare = barePath(pathname);
  const prefix = localePrefix(locale);
  return (bare === "/" && prefix ? prefix : prefix + bare) + path.slice(pathname.length);
}

/**
 * The one spelling of a path: no trailing slash, the prefix as `localeCodes` spells it. Paths to
 * other hosts stay.
 */
export function canonicalPath(pathname: string): string {
  // The static files' handler takes an encoded slash for a folder and redirects back.
  if (/^[/\\]{2}|%2f|%5c/i.test(pathname)) return pathname;
  const bare = pathname.replace(/\/+$/, "");
  const [, first = ""] = bare.split("/", 2);
  const locale = localeCodes.find((code) => code !== defaultLocale && code.toLowerCase() === first.toLowerCase());
  return (locale ? `/${locale}${bare.slice(first.length + 1)}` : bare) || "/";
}

/** Whether a path can be decoded; Express and the router answer others in their own words. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
