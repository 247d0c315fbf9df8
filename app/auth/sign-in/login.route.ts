import type { LoaderFunctionArgs } from "@remix-run/node";
import { incidentQuery } from "~/auth/error-page-query.server";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { authenticator } from "./oidc-strategy.server";
import { returnPath } from "./return-path.server";

/**
 * Leads to the provider and then back to `returnTo`. `prompt=login` comes from a page whose session
 * ended untouched: the provider, which may still know the person, must not let in whoever sits
 * there now.
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
    const location = `${pathIn(localeOfPath(pathname), "/error/503")}?${query}`;
    return new Response(null, { status: 302, headers: { Location: location } });
  }
}
