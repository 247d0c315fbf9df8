import type { ReactNode } from "react";
import type { OptionalColumn } from "~/domain/preferences";
import { splitMatches } from "~/domain/search";
import type { EditableField, Seller } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import badge from "~/ui/badge.module.css";
import classes from "./table.module.css";

export function columnLabel(t: Translate, column: EditableField | OptionalColumn): string {
  return t(column === "accountEnabled" ? "sellers:list.statusLabel" : `sellers:fields.${column}`);
}

/** Values up to this length, in characters, fit two lines of the narrowest column. */
const MAX_UNCUT = { email: 36, other: 16 };

/** Whether a card needs the column's name before the value; „MPK-5414” says it by itself. */
export function isNamedOnCard(column: OptionalColumn, { mpk }: Seller): boolean {
  return column === "mpk" && !/^mpk/i.test(mpk);
}

/** Whether the column is a first name or surname that the display name holds as a word. */
export function isPartOfDisplayName(column: string, { displayName, firstName, surname }: Seller): boolean {
  const value = column === "firstName" ? firstName : column === "surname" ? surname : undefined;
  return Boolean(value) && ` ${displayName} `.includes(` ${value} `);
}

/** @returns the value if its column may cut it off; `cellContent` itself adds the other tooltips */
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

/** Returns nothing for an unknown value: the style sheet shows a dash in an empty cell. */
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
