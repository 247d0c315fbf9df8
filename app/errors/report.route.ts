import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "~/.server/env";
import { BodyTooLarge, readCapped } from "~/.server/http/body-limits";
import { log } from "~/.server/log";
import { isSessionAlive } from "~/auth/session/session.server";
import { browserError, countReport } from "./browser-errors.server";

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}

/** Responds 204 only if the error was logged (docs/product.md §2). */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  if (request.headers.get("Origin") !== new URL(env().APP_URL).origin) return new Response(null, { status: 403 });
  try {
    const text = new TextDecoder().decode(await readCapped(request, 4 * 1024));
    const { data: error } = browserError.safeParse(JSON.parse(text));
    if (!error) return new Response(null, { status: 400 });
    const isPerson = await isSessionAlive(request).catch(() => false);
    if (!countReport(isPerson ? "person" : "stranger")) return new Response(null, { status: 429 });
    log().error({ browserError: error }, "an error in a browser");
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof BodyTooLarge) return new Response(null, { status: 413 });
    if (error instanceof SyntaxError) return new Response(null, { status: 400 });
    throw error;
  }
}
