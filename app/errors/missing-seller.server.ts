import { screenAt } from "~/.server/route-name";
import { isFromHistory, listPath, newFromDraft } from "~/domain/paths";
import { getT } from "~/i18n/i18n.server";
import type { Locale } from "~/i18n/locales";

/**
 * @returns what the 404 page says about a missing seller; null for any other page
 * @param failedPage the address that was answered by 404, `/sellers/42/edit?from=…`
 * @param draft the id of the draft of that page's form, from which a new seller can be added
 */
export function missingSellerWords(locale: Locale, failedPage: string, draft: string | null) {
  const { pathname, searchParams } = new URL(failedPage, "http://path.invalid");
  const { name } = screenAt(pathname);
  if (name !== "seller" && !name.startsWith("seller-")) return null;
  // In a seller's history `from` is the filter's first day, so `list` holds the way back.
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
