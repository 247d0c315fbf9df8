import { isUnsafe } from "~/.server/http/origin-check";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { incidentQuery } from "./error-query.server";
import { type FailedRequest, pagePath, redirectFrom, storeFailedForm } from "./failure-response.server";

/**
 * Redirects a signed-in person who isn't a franchisee to the page „Brak autoryzacji”
 * (docs/product.md §6). A posted form becomes a draft, because the person may have lost the role
 * while typing.
 */
export async function refuseRole(failed: FailedRequest): Promise<Response> {
  const { request } = failed;
  const locale = localeOfPath(new URL(request.url).pathname);
  const t = getT(locale);
  const draftQuery = await storeFailedForm(failed);
  const query = new URLSearchParams({
    title: t("auth:noAccess.title"),
    message: t("auth:noAccess.message"),
    ...draftQuery,
    ...incidentQuery(),
  });
  // A form without a draft may have been sent to an address that has no page.
  if (draftQuery.draft || !isUnsafe(request.method)) query.set("from", returnPath(pagePath(request)));
  return redirectFrom(request, `${pathIn(locale, "/error")}?${query}`);
}
