import type { EditableField } from "./change";
import type { SellerChange } from "./seller";

/** The fields to which two people can give different values. A box has only one other state, so both who switch it agree. */
export const textFields = [
  "displayName",
  "email",
  "firstName",
  "surname",
  "mpk",
] as const satisfies readonly EditableField[];
type TextField = (typeof textFields)[number];

/** A field that two people changed at once, in its three versions; "" is an empty one. */
export type Conflict = {
  field: TextField;
  mine: string;
  theirs: string;
  original: string;
  /** The other one is the same person, in another tab. */
  own?: boolean;
};

export const choices = ["mine", "theirs", "original"] as const;

/** The name of the form's field that says which version of a field is to stay. */
export function choiceName(field: TextField): string {
  return `keep.${field}`;
}

export function conflictsOf(
  fields: readonly EditableField[],
  original: SellerChange,
  mine: SellerChange,
  theirs: SellerChange,
): Conflict[] {
  return textFields
    .filter((field) => fields.includes(field))
    .map((field) => ({
      field,
      mine: mine[field] ?? "",
      theirs: theirs[field] ?? "",
      original: original[field] ?? "",
    }));
}
