import { type Preferences, parsePreferences, printPreferences } from "~/domain/preferences";
import { readCookies } from "./cookies";

const COOKIE = "preferences";

/** The cookie isn't signed: only listed values are used, and they decide only looks. */
export function readPreferences(request: Request): Preferences {
  return parsePreferences(storedIn(request));
}

const storedIn = (request: Request) => readCookies(request.headers.get("Cookie")).get(COOKIE);

/** @returns a Set-Cookie value for another year; undefined if the request has no such cookie */
export function renewedPreferences(request: Request): string | undefined {
  return storedIn(request) === undefined ? undefined : preferencesCookie(readPreferences(request));
}

/** A Set-Cookie value that remembers the preferences; scripts have no need to read it. */
export function preferencesCookie(preferences: Preferences): string {
  return `${COOKIE}=${printPreferences(preferences)}; Max-Age=${365 * 86_400}; Path=/; SameSite=Lax; HttpOnly`;
}
