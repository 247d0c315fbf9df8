import { env } from "~/.server/env";

/** With https, adds the prefix `__Host-`: then no other host, such as a subdomain, can set it. */
export function cookieName(name: string): string {
  return env().APP_URL.startsWith("https:") ? `__Host-${name}` : name;
}

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
