import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { incidentQuery } from "~/auth/error-page-query.server";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { authenticator } from "./oidc-strategy.server";
import { returnPath } from "./return-path.server";

/**
 * Redirects to the provider, which sends the person back to `returnTo`. A page whose session ended
 * unused adds `prompt=login` (oidc-strategy.server.ts): the provider may still know the person, and
 * must not let in somebody else at the same computer.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    // It throws the redirect to the provider.
    return await authenticator().authenticate("oidc", request);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { pathname, searchParams } = new URL(request.url);
    const query = new URLSearchParams({
      reason: "signIn",
      from: returnPath(searchParams.get("returnTo")),
      ...incidentQuery(),
    });
    return redirect(`${pathIn(localeOfPath(pathname), "/error/503")}?${query}`);
  }
}
