import { env } from "~/.server/env";
import { localeCodes } from "~/i18n/locales";

/** Longer than any page of ours; a longer one is somebody's trick. */
const MAX_LENGTH = 2_000;

/** Pages that start or end a sign-in: returning there would loop or sign out. Routes match whatever the case. */
const SIGN_IN_PAGES = new RegExp(`^(/(${localeCodes.join("|")}))?/(auth|logout|silent-refresh)(/|$)`, "i");

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

/**
 * The one check of a path to go back to after sign-in (docs/product.md §4): a page of this origin that isn't part of
 * signing in. It is parsed the way a browser would and also looked at percent-decoded, because `/\evil.example`,
 * `/%5cevil.example` and `/.//evil.example` leave the origin in one reader or another.
 * @returns path, query and fragment, safe in a Location header; `/` for anything else.
 */
export function returnPath(value: string | null | undefined): string {
  if (!value?.startsWith("/") || value.length > MAX_LENGTH) return "/";
  const origin = env().APP_URL;
  if (!plain(value) || !URL.canParse(value, origin)) return "/";
  const url = new URL(value, origin);
  if (url.origin !== origin || url.username || url.password) return "/";
  const path = decoded(url.pathname);
  if (path === undefined || !plain(path) || path.endsWith(".data") || SIGN_IN_PAGES.test(path)) return "/";
  if (url.searchParams.has("_data")) return "/";
  return url.pathname + url.search + url.hash;
}

/** No second host (`//`), no backslash that a browser reads as a slash, nothing that a browser drops while reading. */
function plain(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? "";
  return !path.startsWith("//") && !/\/\/|\\/.test(path) && !CONTROL.test(text);
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
