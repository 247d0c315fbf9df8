import { env } from "~/.server/env";

/** No other host can set a `__Host-` cookie, which needs https (RFC 6265bis §4.1.3.2). */
export function cookieName(name: string): string {
  return env().APP_URL.startsWith("https:") ? `__Host-${name}` : name;
}

/** Without `maxAgeSeconds` the cookie lives until the browser closes. */
export function setCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${cookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, "", 0);
}

export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (!cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}
