import { useTranslation } from "react-i18next";
import { historyPath, sellerPath, similarSellerPath, statusPath, withFrom } from "~/domain/list-link";
import type { Seller } from "~/domain/seller";
import { textFields } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";

export function useRowActions({ id, accountEnabled }: Seller, from: string) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return {
    corrections: (["email", ...textFields.filter((field) => field !== "email")] as const).map((field) => ({
      field,
      label: t(`rowMenu.correct.${field}`),
    })),
    first: [
      { to: href(withFrom(sellerPath(id, "edit"), from)), label: t("detail.edit") },
      {
        to: href(withFrom(statusPath(id, accountEnabled ? "inactive" : "active"), from)),
        label: t(accountEnabled ? "detail.disable" : "detail.enable"),
      },
    ],
    last: [
      { to: href(historyPath(id, from)), label: t("rowMenu.history") },
      { to: href(similarSellerPath(id, from)), label: t("detail.addSimilar") },
    ],
  };
}
