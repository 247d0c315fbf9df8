import { returnPath } from "~/auth/sign-in/return-path.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath } from "~/i18n/locales";
import { isFromHistory, listPath, newFromDraft } from "~/sellers/list-link";

/**
 * The words about a seller who isn't there, and the list that somebody came from; null for another page.
 * @param draft what was typed into that seller's form, which can't open any more: a new seller's can
 */
export function missingSeller(request: Request, from: string, draft: string | null) {
  const behind = listBehind(from);
  if (behind === undefined) return null;
  const t = getT(localeOfPath(new URL(request.url).pathname));
  return {
    list: listPath(behind),
    message: t("problems:missingSeller.message"),
    description: t("problems:missingSeller.description"),
    addAnew:
      draft && isEditForm(from) ? { path: newFromDraft(draft), text: t("problems:missingSeller.addAnew") } : null,
    toList: t(isFromHistory(behind) ? "history:backToHistory" : "problems:missingSeller.toList"),
  };
}

function isEditForm(from: string): boolean {
  return /\/edit$/.test(new URL(returnPath(from), "http://path.invalid").pathname);
}

/** What that page knew of where the person came from; undefined for another page than a seller's. */
function listBehind(from: string): string | null | undefined {
  const { pathname, searchParams } = new URL(returnPath(from), "http://path.invalid");
  const [, sellers, id, page = "edit"] = barePath(pathname).split("/");
  if (sellers !== "sellers" || !id || !["edit", "status", "history"].includes(page)) return undefined;
  return searchParams.get(page === "history" ? "list" : "from");
}
