import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerPath } from "~/domain/list-link";
import { pathIn } from "~/i18n/locales";

/**
 * The „Cofnij” of a message about a change that was just made: leads to the change in its seller's history, where it
 * is taken back by a form.
 * @param changeId as a recorded write returned it; without one nothing was changed, and there is no link
 */
export function undoLink(
  { locale, t }: Pick<FranchiseeContext, "locale" | "t">,
  sellerId: string,
  changeId: string | undefined,
  text = t("history:undo"),
): { href: string; text: string } | undefined {
  if (!changeId) return undefined;
  const query = new URLSearchParams({ change: changeId });
  return { href: pathIn(locale, `${sellerPath(sellerId, "history")}?${query}`), text };
}
