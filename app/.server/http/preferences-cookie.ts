import { createCookie } from "@remix-run/node";
import { defaultPreferences, type Preferences, preferencesOf } from "~/domain/preferences";

/** Unsigned, because `preferencesOf` accepts only known values, which only affect appearance. */
const cookie = createCookie("preferences", { path: "/", sameSite: "lax", httpOnly: true, maxAge: 365 * 86_400 });

export async function readPreferences(request: Request): Promise<Preferences> {
  return preferencesOf((await storedPreferences(request)) ?? {});
}

const storedPreferences = (request: Request) => cookie.parse(request.headers.get("Cookie"));

export async function renewPreferencesCookie(request: Request): Promise<string | undefined> {
  const stored = await storedPreferences(request);
  return stored === null ? undefined : preferencesCookie(preferencesOf(stored));
}

/** Default columns aren't stored, so that the person gets the new ones when the default changes. */
export function preferencesCookie(preferences: Preferences): Promise<string> {
  const hasDefaultColumns = preferences.columns.join() === defaultPreferences.columns.join();
  return cookie.serialize({ ...preferences, columns: hasDefaultColumns ? undefined : preferences.columns });
}
