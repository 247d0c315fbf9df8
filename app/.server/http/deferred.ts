import { SCRIPTS_COOKIE } from "~/cookie-names";
import { readCookies } from "./cookies";

const MAX_HELD_MS = 3_000;

/** Streams the parts where scripts run; otherwise waits for them, up to MAX_HELD_MS. */
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

export function inTime<T>(part: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, MAX_HELD_MS, late);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Streamed parts only appear by a script (`ColorSchemeScript` sets the cookie). */
export function hasJavaScript(request: Request): boolean {
  return readCookies(request.headers.get("Cookie")).get(SCRIPTS_COOKIE) === "on";
}
