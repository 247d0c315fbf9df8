/** All locales but Polish have a prefix in URLs (docs/product.md §2). */
export const locales = [
  { code: "pl", name: "Polski" },
  { code: "en-US", name: "English" },
] as const;

export type Locale = (typeof locales)[number]["code"];

export const defaultLocale = "pl" satisfies Locale;
/** The server uses this locale's text if the page's locale lacks one (docs/product.md §2). */
export const fallbackLocale = "en-US" satisfies Locale;

export const localeCodes: readonly Locale[] = locales.map((locale) => locale.code);

export function isLocale(value: unknown): value is Locale {
  return localeCodes.includes(value as Locale);
}

/** Returns the locale's URL prefix: "" for Polish, `/en-US` for English. */
export function localePrefix(locale: Locale): string {
  return locale === defaultLocale ? "" : `/${locale}`;
}

/** `/pl/…` is no URL of the app and counts as Polish. */
export function localeOfPath(pathname: string): Locale {
  const first = pathname.split("/", 2)[1];
  return localeCodes.find((code) => code === first && code !== defaultLocale) ?? defaultLocale;
}

/** Returns `/sellers` for both `/en-US/sellers` and `/sellers`. */
export function barePath(pathname: string): string {
  const prefix = localePrefix(localeOfPath(pathname));
  return pathname.slice(prefix.length) || "/";
}

/** Turns `/sellers?q=jan` into `/en-US/sellers?q=jan` and back. */
export function pathIn(locale: Locale, path: string): string {
  const pathname = path.split(/[?#]/, 1)[0] ?? "/";
  const bare = barePath(pathname);
  const prefix = localePrefix(locale);
  return (bare === "/" && prefix ? prefix : prefix + bare) + path.slice(pathname.length);
}

/** Returns `/en-US/sellers` for `/EN-us/sellers/`. */
export function canonicalPath(pathname: string): string {
  // A redirect to `//x` would lead to the host x. After an encoded slash, the static files' handler
  // would redirect back to the trailing slash, in a loop.
  if (/^[/\\]{2}|%2f|%5c/i.test(pathname)) return pathname;
  const bare = pathname.replace(/\/+$/, "");
  const [, first = ""] = bare.split("/", 2);
  const locale = localeCodes.find((code) => code !== defaultLocale && code.toLowerCase() === first.toLowerCase());
  return (locale ? `/${locale}${bare.slice(first.length + 1)}` : bare) || "/";
}

/** Express and the router respond to an undecodable path, such as `/%E0`, with their own errors. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
