import type { ReactNode } from "react";
import type { OptionalColumn } from "~/domain/preferences";
import { splitMatches } from "~/domain/search";
import type { EditableField, Seller } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import badge from "~/ui/badge.module.css";
import { breakableEmail } from "~/ui/breakable-email";
import classes from "./table.module.css";

export function columnLabel(t: Translate, column: EditableField | OptionalColumn): string {
  return t(column === "accountEnabled" ? "sellers:list.statusLabel" : `sellers:fields.${column}`);
}

/** Characters that fit two lines of the narrowest column. */
const MAX_UNCUT = { email: 36, other: 16 };

/** On a card „MPK-5414” needs no column name before it, but „5414” does. */
export function isNamedOnCard(column: OptionalColumn, { mpk }: Seller): boolean {
  return column === "mpk" && !/^mpk/i.test(mpk);
}

/** For example the first name „Anna” of the display name „Anna Kowalska”. */
export function isPartOfDisplayName(column: string, { displayName, firstName, surname }: Seller): boolean {
  const value = column === "firstName" ? firstName : column === "surname" ? surname : undefined;
  return Boolean(value) && ` ${displayName} `.includes(` ${value} `);
}

/** Returns a long value, which its column may cut off. `cellContent` adds the other tooltips. */
export function tooltipOf(column: OptionalColumn, seller: Seller): string | undefined {
  if (column === "note" || column === "accountEnabled") return undefined;
  const value = seller[column];
  return value && value.length > MAX_UNCUT[column === "email" ? "email" : "other"] ? value : undefined;
}

export function highlight(value: string | undefined, words: readonly string[]): ReactNode {
  if (!value || words.length === 0) return value;
  // Every second part is a match.
  // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place.
  return splitMatches(value, words).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

type CellContext = { words: readonly string[]; active: string; inactive: string };

/** An empty cell gets a dash from table.module.css. */
export function cellContent(
  column: OptionalColumn,
  seller: Seller,
  note: string | undefined,
  { words, active, inactive }: CellContext,
): ReactNode {
  if (column === "note") {
    return (
      note && (
        <span translate="no" className={classes.lines} title={note}>
          {note}
        </span>
      )
    );
  }
  if (column === "email") return breakableEmail(seller.email, splitMatches(seller.email, words));
  if (column !== "accountEnabled") {
    return seller[column] && <bdi translate="no">{highlight(seller[column], words)}</bdi>;
  }
  const [className, text] = seller.accountEnabled
    ? [classes.active, active]
    : [`${badge.badge} ${classes.inactive}`, inactive];
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}
