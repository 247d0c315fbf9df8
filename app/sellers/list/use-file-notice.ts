import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "~/ui/toast";

/**
 * What a menu does when an item of it, with its format as `data-file`, was clicked: it closes, and
 * a message says which file comes.
 * @param rows undefined when their number is unknown
 */
export function useFileNotice(rows: number | undefined) {
  const { t } = useTranslation("sellers");
  return ({ target, currentTarget }: MouseEvent) => {
    const item = (target as Element).closest<HTMLElement>("a, button");
    if (!item) return;
    const summary = currentTarget.previousElementSibling as HTMLElement;
    summary.focus();
    summary.click();
    const { file: format } = item.dataset;
    if (!format) return;
    const coming = t("export.coming", { format });
    const text = rows === undefined ? coming : `${coming} (${t("export.rows", { count: rows })})`;
    showToast({ kind: "info", text: `${text}.` });
  };
}
