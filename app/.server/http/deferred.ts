import { SCRIPTS_COOKIE } from "~/cookie-names";
import { readCookies } from "./cookies";

/** How long, in ms, a page is held for a part that it can do without. */
const MAX_HELD_MS = 3_000;

/**
 * Parts of a page that may come later than the page itself, for `<Deferred>`. Where scripts run they stay promises, which
 * are streamed; without scripts the page waits for their values, for MAX_HELD_MS at most.
 * @param parts promises that never reject
 * @param late what stands for each that takes too long
 */
export async function deferred<Parts extends Record<string, unknown>>(
  request: Request,
  parts: { [name in keyof Parts]: Promise<Parts[name]> },
  late: NoInfer<Parts>,
): Promise<{ [name in keyof Parts]: Promise<Parts[name]> | Parts[name] }> {
  if (hasJavaScript(request)) return parts;
  const names: (keyof Parts)[] = Object.keys(parts);
  const arrived = await Promise.all(names.map(async (name) => [name, await inTime(parts[name], late[name])] as const));
  return Object.fromEntries(arrived) as Parts;
}

/** What a promise comes to, or `late` when a page would be held for too long. */
export function inTime<T>(part: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, MAX_HELD_MS, late);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Whether this browser runs scripts, as a script of an earlier page told (theme/color-scheme.tsx). What is streamed
 * later than the page only ever appears by a script, so without one the page waits for it instead.
 */
export function hasJavaScript(request: Request): boolean {
  return readCookies(request.headers.get("Cookie")).get(SCRIPTS_COOKIE) === "on";
}
