import { SCRIPTS_COOKIE } from "~/cookie-names";
import { readCookies } from "./cookies";

const MAX_WAIT_MS = 3_000;

/**
 * Lets a page be sent before its slow parts, such as the dashboard's counts, which scripts insert
 * when they arrive. Without scripts the page waits up to MAX_WAIT_MS for them, and shows the value
 * in `late` for a part that is still missing then.
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

/** Waits up to MAX_WAIT_MS. @returns `late` after that */
export function inTime<T>(part: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS, late);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Whether the browser runs scripts: `ColorSchemeScript` has set the cookie. */
export function hasJavaScript(request: Request): boolean {
  return readCookies(request.headers.get("Cookie")).get(SCRIPTS_COOKIE) === "on";
}
