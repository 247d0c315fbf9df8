import type { Translate } from "~/i18n/catalogues";
import { editableFields, type Seller } from "./seller";

export const columns = ["id", ...editableFields] as const;
export type Column = (typeof columns)[number];

export function headingsOf(t: Translate, chosen: readonly Column[] = columns): string[] {
  return chosen.map((column) => t(`sellers:fields.${column}`));
}

export function cellsOf(t: Translate, chosen: readonly Column[] = columns): (seller: Seller) => string[] {
  const yes = t("files:yes");
  const no = t("files:no");
  return (seller) => chosen.map((column) => textOf(seller[column], yes, no));
}

function textOf(value: string | boolean | undefined, yes: string, no: string): string {
  if (typeof value !== "boolean") return value ?? "";
  return value ? yes : no;
}
