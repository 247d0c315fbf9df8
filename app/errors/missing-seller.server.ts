import { screenAt } from "~/.server/route-name";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { isFromHistory, listPath, newFromDraft } from "~/domain/paths";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";

/**
 * @returns what the 404 page says about a seller's page; null for any other page
 * @param draft the id of text typed into that seller's form, which a new seller's form can take
 */
export function missingSellerWords(request: Request, failedPage: string, draft: string | null) {
  const { pathname, searchParams } = new URL(returnPath(failedPage), "http://path.invalid");
  const { name } = screenAt(pathname);
  if (name !== "seller" && !name.startsWith("seller-")) return null;
  // On a seller's history `from` is the first day, so that the way back is in `list`.
  const cameFrom = searchParams.get(name.startsWith("seller-history") ? "list" : "from");
  const t = getT(localeOfPath(new URL(request.url).pathname));
  return {
    list: listPath(cameFrom),
    message: t("problems:missingSeller.message"),
    description: t("problems:missingSeller.description"),
    addAnew:
      draft && name === "seller-edit" ? { path: newFromDraft(draft), text: t("problems:missingSeller.addAnew") } : null,
    toList: t(isFromHistory(cameFrom) ? "history:backToHistory" : "sellers:detail.back"),
  };
}
