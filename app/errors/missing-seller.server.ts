import { routeOf } from "~/.server/route-name";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { isFromHistory, listPath, newFromDraft } from "~/domain/list-link";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";

/** @param draft the id of text typed into that seller's form, which a new seller's form can take */
export function missingSeller(request: Request, from: string, draft: string | null) {
  const { pathname, searchParams } = new URL(returnPath(from), "http://path.invalid");
  const page = nameOf(pathname);
  if (page !== "seller" && !page.startsWith("seller-")) return null;
  const behind = searchParams.get(page.startsWith("seller-history") ? "list" : "from");
  const t = getT(localeOfPath(new URL(request.url).pathname));
  return {
    list: listPath(behind),
    message: t("problems:missingSeller.message"),
    description: t("problems:missingSeller.description"),
    addAnew:
      draft && page === "seller-edit" ? { path: newFromDraft(draft), text: t("problems:missingSeller.addAnew") } : null,
    toList: t(isFromHistory(behind) ? "history:backToHistory" : "sellers:detail.back"),
  };
}

/** By the route's name, because `/sellers/new` and the like have the form of a seller's address. */
function nameOf(pathname: string): string {
  return routeOf(pathname).route.split("___", 1)[0] ?? "";
}
