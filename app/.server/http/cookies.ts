import { env } from "~/.server/env";

/** Holds the session's id and nothing else. */
export const SESSION_COOKIE = "session";

/** Far above any cookie of ours; a browser keeps at most 4 kB. */
const MAX_VALUE = 4_096;

/**
 * The name of a cookie that only this host can have set, over https: `__Host-` makes browsers insist on Secure,
 * Path=/ and no Domain (RFC 6265bis §4.1.3.2). On http loopback no cookie can carry it.
 */
export function cookieName(name: string): string {
  return env().APP_URL.startsWith("https:") ? `__Host-${name}` : name;
}

/** A Set-Cookie value that scripts can't read and other sites' posts don't carry. Without `maxAge`: until the browser closes. */
export function setCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${cookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, "", 0);
}

/** Every cookie of a `Cookie` header as it stands there; the first of a name wins, an oversized one doesn't exist. */
export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (value.length <= MAX_VALUE && !cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}
