import { SCRIPTS_COOKIE } from "~/cookie-names";
import { readCookies } from "./cookies";

const MAX_WAIT_MS = 3_000;

// With scripts the page is sent at once, and its slow parts, such as the dashboard's counts, are
// streamed later. Without scripts the page waits for them up to 3 s, and then uses `fallbacks`.
export async function deferred<Parts extends Record<string, unknown>>(
  request: Request,
  parts: { [name in keyof Parts]: Promise<Parts[name]> },
  fallbacks: NoInfer<Parts>,
): Promise<{ [name in keyof Parts]: Promise<Parts[name]> | Parts[name] }> {
  if (hasJavaScript(request)) return parts;
  const names: (keyof Parts)[] = Object.keys(parts);
  const arrived = await Promise.all(
    names.map(async (name) => [name, await inTime(parts[name], fallbacks[name])] as const),
  );
  return Object.fromEntries(arrived) as Parts;
}

export function inTime<T>(part: Promise<T>, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS, fallback);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The inline script of `ColorSchemeScript` sets the cookie, which so shows that scripts run. */
export function hasJavaScript(request: Request): boolean {
  return readCookies(request.headers.get("Cookie")).get(SCRIPTS_COOKIE) === "on";
}
