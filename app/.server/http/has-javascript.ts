import { SCRIPTS_COOKIE } from "~/cookie-names";
import { readCookies } from "./cookies";

/**
 * Whether this browser runs scripts, as a script of an earlier page told (theme/theme-provider.tsx). What is streamed
 * later than the page only ever appears by a script, so without one the page waits for it instead.
 */
export function hasJavaScript(request: Request): boolean {
  return readCookies(request.headers.get("Cookie")).get(SCRIPTS_COOKIE) === "on";
}
