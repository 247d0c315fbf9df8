import { env } from "~/.server/env";
import { localeCodes, localeOfPath, pathIn } from "~/i18n/locales";

const MAX_LENGTH = 2_000;

/** Returning to these pages would loop or sign out. Remix's routes ignore case. */
const SIGN_IN_PAGES = new RegExp(`^(/(${localeCodes.join("|")}))?/(auth|logout|silent-refresh)(/|$)`, "i");

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

/**
 * @returns undefined for an address outside the app. The path and the percent-decoded path are
 * checked: some proxies and browsers read `/\evil.example`, `/%5cevil.example` or
 * `/.//evil.example` as an address of evil.example.
 */
export function addressInApp(value: string | null | undefined): { url: URL; path: string } | undefined {
  if (!value?.startsWith("/") || value.length > MAX_LENGTH) return undefined;
  const origin = env().APP_URL;
  if (!isPlain(value) || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  if (url.origin !== origin || url.username || url.password) return undefined;
  const path = decoded(url.pathname);
  if (path === undefined || !isPlain(path) || path.endsWith(".data")) return undefined;
  return { url, path };
}

export function isSignInPage(path: string): boolean {
  return SIGN_IN_PAGES.test(path);
}

/** @param value `/sellers`, or the same with our origin. @returns `/` for any other address */
export function returnPath(value: string | null | undefined): string {
  const origin = env().APP_URL;
  const address = addressInApp(value?.startsWith(`${origin}/`) ? value.slice(origin.length) : value);
  if (!address || isSignInPage(address.path)) return "/";
  const { url } = address;
  return url.pathname + url.search + url.hash;
}

export function loginPath(returnTo: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...parameters, returnTo });
  return `${pathIn(localeOfPath(returnTo), "/auth/login")}?${query}`;
}

/** Without `//` (a host), a backslash or a control character, all parsers read the same path. */
function isPlain(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? "";
  return !/\/\/|\\/.test(path) && !CONTROL.test(text);
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
