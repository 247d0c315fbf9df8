import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerPath } from "~/domain/list-link";
import { pathIn } from "~/i18n/locales";

/** Links to the change in the history, where it can be undone; undefined if nothing was changed. */
export function undoLink(
  { locale, t }: Pick<FranchiseeContext, "locale" | "t">,
  sellerId: string,
  changeId: string | undefined,
  text = t("common:undo"),
): { href: string; text: string } | undefined {
  if (!changeId) return undefined;
  const query = new URLSearchParams({ change: changeId });
  return { href: pathIn(locale, `${sellerPath(sellerId, "history")}?${query}`), text };
}
