import { createCookie } from "@remix-run/node";
import { defaultPreferences, type Preferences, preferencesOf } from "~/domain/preferences";

/** The cookie isn't signed: only listed values are used, and they decide only looks. */
const cookie = createCookie("preferences", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 365 * 86_400 });

export async function readPreferences(request: Request): Promise<Preferences> {
  return preferencesOf((await storedIn(request)) ?? {});
}

const storedIn = (request: Request) => cookie.parse(request.headers.get("Cookie"));

/** @returns a Set-Cookie value for another year; undefined if the request has no such cookie */
export async function renewedPreferences(request: Request): Promise<string | undefined> {
  const stored = await storedIn(request);
  return stored === null ? undefined : preferencesCookie(preferencesOf(stored));
}

/** Makes a Set-Cookie value. Default columns aren't stored, so that a later default counts. */
export function preferencesCookie(preferences: Preferences): Promise<string> {
  const hasDefaultColumns = preferences.columns.join() === defaultPreferences.columns.join();
  return cookie.serialize({ ...preferences, columns: hasDefaultColumns ? undefined : preferences.columns });
}
