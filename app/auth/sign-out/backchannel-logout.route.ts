import type { ActionFunctionArgs } from "@remix-run/node";
import { DatabaseUnavailable } from "~/.server/db/database";
import { readForm } from "~/.server/http/read-form";
import { log } from "~/.server/log";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { acceptLogoutToken, LogoutTokenRefused } from "./check-logout-token.server";
import { endSessionsOf } from "./sign-out.server";

export const loader = methodNotAllowed;

function methodNotAllowed() {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}

/** OpenID Connect Back-Channel Logout 1.0 §2.5. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return methodNotAllowed();
  try {
    const form = await readForm(request, { maxBytes: 64 * 1024 });
    const tokens = form.getAll("logout_token");
    const ended = await acceptLogoutToken(tokens.length === 1 ? tokens[0] : undefined, endSessionsOf);
    log().info({ ended }, "sessions ended by the provider");
    return new Response(null, { status: 200 });
  } catch (error) {
    if (error instanceof LogoutTokenRefused) {
      log().warn({ err: error }, "logout token refused");
      return Response.json({ error: "invalid_request" }, { status: 400 });
    }
    // The token isn't used up, so the provider may send it again.
    if (error instanceof ProviderUnavailable || error instanceof DatabaseUnavailable) {
      log().error({ err: error }, "logout token not processed");
      return new Response(null, { status: 503 });
    }
    throw error;
  }
}
