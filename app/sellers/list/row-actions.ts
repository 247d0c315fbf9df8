import { historyPath, sellerPath, similarSellerPath, statusPath, withFrom } from "~/domain/paths";
import { type Seller, textFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";

/** The e-mail address comes first, because correcting it is daily work (docs/product.md §11). */
const correctedFields = ["email", ...textFields.filter((field) => field !== "email")] as const;

export function useRowActions({ id, accountEnabled }: Seller, from: string) {
  const t = useT();
  const href = useHref();
  return {
    firstLinks: [
      { to: href(withFrom(sellerPath(id, "edit"), from)), label: t("sellers:detail.edit") },
      {
        to: href(withFrom(statusPath(id, accountEnabled ? "inactive" : "active"), from)),
        label: t(accountEnabled ? "sellers:detail.disable" : "sellers:detail.enable"),
      },
    ],
    corrections: correctedFields.map((field) => ({ field, label: t(`sellers:rowMenu.correct.${field}`) })),
    lastLinks: [
      { to: href(historyPath(id, from)), label: t("sellers:rowMenu.history") },
      { to: href(similarSellerPath(id, from)), label: t("sellers:detail.addSimilar") },
    ],
  };
}
