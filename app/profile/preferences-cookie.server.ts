import { listColumns, type Preferences, parsePreferences } from "~/franchisee/preferences";

/** A year, in seconds, like the language cookie (SPEC.md §9). */
const MAX_AGE = 365 * 24 * 60 * 60;

/**
 * The person's preferences, from one small cookie; defaults for whatever it doesn't hold. Not signed: its values are
 * only ever compared with lists of allowed ones, and they decide nothing but looks.
 */
export function readPreferences(request: Request): Preferences {
  const match = /(?:^|;\s*)preferences=([^;]{1,200})/.exec(request.headers.get("Cookie") ?? "");
  const kept = new URLSearchParams(match?.[1]);
  return parsePreferences({
    ...Object.fromEntries(kept),
    shortcuts: kept.get("shortcuts") !== "off",
    columns: kept.get("columns")?.split("."),
  });
}

/** A Set-Cookie value that remembers the preferences; scripts have no need to read it. */
export function preferencesCookie({ colorScheme, density, pageSize, shortcuts, columns }: Preferences): string {
  const kept = new URLSearchParams({
    colorScheme,
    density,
    pageSize: String(pageSize),
    shortcuts: shortcuts ? "on" : "off",
    ...(columns.length < listColumns.length ? { columns: columns.join(".") } : {}),
  });
  return `preferences=${kept}; Max-Age=${MAX_AGE}; Path=/; SameSite=Lax; HttpOnly`;
}
