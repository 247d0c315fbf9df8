import { screenAt } from "~/.server/route-name";
import { isFromHistory, listPath, newFromDraft } from "~/domain/paths";
import { getT } from "~/i18n/i18n.server";
import type { Locale } from "~/i18n/locales";

/**
 * @returns the words of a seller's 404 page; null for any other page
 * @param failedPage for example `/sellers/42/edit?from=…`
 * @param draft the id of the failed form's draft, from which a new seller can be added
 */
export function missingSellerWords(locale: Locale, failedPage: string, draft: string | null) {
  const { pathname, searchParams } = new URL(failedPage, "http://path.invalid");
  const { name } = screenAt(pathname);
  if (name !== "seller" && !name.startsWith("seller-")) return null;
  // In a seller's history `from` is the filter's first day, and `list` is the list's address.
  const cameFrom = searchParams.get(name.startsWith("seller-history") ? "list" : "from");
  const t = getT(locale);
  return {
    list: listPath(cameFrom),
    message: t("problems:missingSeller.message"),
    description: t("problems:missingSeller.description"),
    addAnew:
      draft && name === "seller-edit" ? { path: newFromDraft(draft), text: t("problems:missingSeller.addAnew") } : null,
    toList: t(isFromHistory(cameFrom) ? "history:backToHistory" : "sellers:detail.back"),
  };
}
