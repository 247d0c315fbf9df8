import type { LoaderFunctionArgs } from "@remix-run/node";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { returnPath } from "./return-path.server";
import { beginSignIn } from "./sign-in.server";

/**
 * Begins a sign-in: to the provider, and afterwards back to `returnTo`. `prompt=login` comes from a page whose session
 * ended while nobody touched it: the provider, which may still know the person, must not let in whoever sits there now.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const returnTo = returnPath(searchParams.get("returnTo"));
  try {
    return await beginSignIn(request, { returnTo, anew: searchParams.get("prompt") === "login" });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const query = new URLSearchParams({ from: returnTo });
    const location = `${pathIn(localeOfPath(pathname), "/error/503")}?${query}`;
    return new Response(null, { status: 302, headers: { Location: location } });
  }
}
