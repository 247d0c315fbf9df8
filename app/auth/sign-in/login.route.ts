import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DatabaseUnavailable } from "~/.server/db/database";
import { DatabaseFull, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { requestScope } from "~/.server/http/request-scope";
import { failureResponse, orErrorPage } from "~/auth/failure-response.server";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { authenticator } from "./oidc-strategy.server";
import { returnPath } from "./return-path.server";

/**
 * Redirects to the provider. A page that was open when its session ended adds `prompt=login`: the
 * provider may still have the first person's session, and must not sign in somebody else at the
 * same computer with that session.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    // `authenticate` throws the redirect to the provider.
    return await authenticator().authenticate("oidc", request);
  } catch (error) {
    const isProviderDown = error instanceof ProviderUnavailable;
    if (!isProviderDown && !(error instanceof DatabaseUnavailable)) {
      throw orErrorPage(await failureResponse(error, { request }), request);
    }
    const isFull = error instanceof DatabaseFull;
    if (isFull) logNoRoom(error);
    const { pathname, searchParams } = new URL(request.url);
    const query = new URLSearchParams({
      ...(isProviderDown && { reason: "signIn" }),
      ...(searchParams.get("prompt") === "login" && { prompt: "login" }),
      from: returnPath(searchParams.get("returnTo")),
      id: requestScope().id,
    });
    const status = isFull ? NO_ROOM_STATUS : 503;
    return redirect(`${pathIn(localeOfPath(pathname), `/error/${status}`)}?${query}`);
  }
}
