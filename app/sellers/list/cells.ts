import type { TFunction } from "i18next";
import { isHistoryColumn, type OptionalColumn } from "~/domain/preferences";
import type { Seller } from "~/domain/seller";
import type { EditableField } from "~/domain/seller-fields";

export function columnLabel(t: TFunction<"sellers">, column: EditableField | OptionalColumn): string {
  if (isHistoryColumn(column)) return t(`list.${column}`);
  return t(column === "accountEnabled" ? "list.statusLabel" : `fields.${column}`);
}

/** Values up to this length, in characters, fit the narrowest column. */
const MAX_UNCUT = { email: 24, other: 8 };

/** Whether a card needs the column's name before the value; „MPK-5414” says it by itself. */
export function isNamedOnCard(column: OptionalColumn, { mpk }: Seller): boolean {
  return column === "mpk" ? !/^mpk/i.test(mpk) : isHistoryColumn(column);
}

/** A first name or surname that the display name says, too. */
export function isSaid(column: string, { displayName, firstName, surname }: Seller): boolean {
  const value = column === "firstName" ? firstName : column === "surname" ? surname : undefined;
  return Boolean(value) && ` ${displayName} `.includes(` ${value} `);
}

/** The whole value, for a mouse that rests on one that may be cut off. */
export function titleOf(column: OptionalColumn, seller: Seller): string | undefined {
  if (isHistoryColumn(column) || column === "note" || column === "accountEnabled") return undefined;
  const value = seller[column];
  return value && value.length > MAX_UNCUT[column === "email" ? "email" : "other"] ? value : undefined;
}
