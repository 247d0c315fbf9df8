import {
  type EditableField,
  editableFields,
  optionalFields,
  requiredFields,
  type Seller,
  type SellerChange,
  type TextField,
  textFields,
} from "./seller";

/** A text that two people changed from `original` to different values; an absent text is "". */
export type Conflict = { field: TextField; mine: string; theirs: string; original: string };

export function editableOf(seller: Seller | SellerChange): SellerChange {
  const required = requiredFields.map((field) => [field, seller[field]]);
  // An empty optional text and an absent one are equal.
  const optional = optionalFields.map((field) => [field, seller[field] || undefined]);
  return Object.fromEntries([...required, ...optional, ["accountEnabled", seller.accountEnabled]]);
}

export function changedFields(before: SellerChange, after: SellerChange): EditableField[] {
  const [a, b] = [editableOf(before), editableOf(after)];
  return editableFields.filter((field) => a[field] !== b[field]);
}

// `original` has the values before both changes. `merged` has my values, but theirs in the fields
// that only they changed.
export function mergeChanges(
  original: SellerChange,
  mine: SellerChange,
  theirs: SellerChange,
): { merged: SellerChange; conflicts: Conflict[] } {
  const byThem = changedFields(original, theirs);
  const byMe = changedFields(original, mine);
  const theirsAlone = byThem.filter((field) => !byMe.includes(field)).map((field) => [field, theirs[field]]);
  const different = changedFields(mine, theirs);
  const conflicts = textFields
    .filter((field) => [byThem, byMe, different].every((fields) => fields.includes(field)))
    .map((field) => ({
      field,
      mine: mine[field] ?? "",
      theirs: theirs[field] ?? "",
      original: original[field] ?? "",
    }));
  return { merged: { ...editableOf(mine), ...Object.fromEntries(theirsAlone) }, conflicts };
}

export const conflictChoices = ["mine", "theirs", "original"] as const;

export function choiceName(field: TextField): string {
  return `keep.${field}`;
}
