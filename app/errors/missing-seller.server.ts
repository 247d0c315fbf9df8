import { returnPath } from "~/auth/sign-in/return-path.server";
import { getT } from "~/i18n/i18n.server";
import { barePath, localeOfPath } from "~/i18n/locales";
import { listPath } from "~/sellers/list-link";

/** The words about a seller who isn't there, and the list that somebody came from; null for another page. */
export function missingSeller(request: Request, from: string) {
  const list = listBehind(from);
  if (list === null) return null;
  const t = getT(localeOfPath(new URL(request.url).pathname));
  return {
    list,
    message: t("problems:missingSeller.message"),
    description: t("problems:missingSeller.description"),
    toList: t("problems:missingSeller.toList"),
  };
}

function listBehind(from: string): string | null {
  const { pathname, searchParams } = new URL(returnPath(from), "http://path.invalid");
  const [, sellers, id, page = "edit"] = barePath(pathname).split("/");
  if (sellers !== "sellers" || !id || !["edit", "status", "history"].includes(page)) return null;
  return listPath(searchParams.get(page === "history" ? "list" : "from"));
}
