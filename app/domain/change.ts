import type { Seller, SellerChange } from "./seller";

/** The fields that a person can edit, in the order of the form. */
export const editableFields = ["displayName", "email", "firstName", "surname", "mpk", "accountEnabled"] as const;
export type EditableField = (typeof editableFields)[number];

/** The editable part of a seller; an absent name and an empty one are the same. */
export function editableOf(seller: Seller | SellerChange): SellerChange {
  const { displayName, email, mpk, accountEnabled } = seller;
  return {
    displayName,
    email,
    firstName: seller.firstName || undefined,
    surname: seller.surname || undefined,
    mpk,
    accountEnabled,
  };
}

/** The fields in which two versions differ. */
export function changedFields(before: SellerChange, after: SellerChange): EditableField[] {
  const [a, b] = [editableOf(before), editableOf(after)];
  return editableFields.filter((field) => a[field] !== b[field]);
}

/**
 * Brings together what two people made of one original: each one's change stands, and where both changed the same
 * field differently it is a conflict, for which `merged` holds mine.
 */
export function mergeChanges(
  original: SellerChange,
  mine: SellerChange,
  theirs: SellerChange,
): { merged: SellerChange; conflicts: EditableField[] } {
  const byThem = changedFields(original, theirs);
  const byMe = changedFields(original, mine);
  const different = changedFields(mine, theirs);
  const taken = byThem.filter((field) => !byMe.includes(field));
  const merged = { ...editableOf(mine), ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
  return { merged, conflicts: byThem.filter((field) => byMe.includes(field) && different.includes(field)) };
}
