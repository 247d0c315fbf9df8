import type { HistoryEntry } from "./history-entry";
import { changedFields, editableOf } from "./merge-changes";
import type { Seller, SellerChange } from "./seller";
import type { EditableField } from "./seller-fields";

export type UndoField = {
  field: EditableField;
  /** `changed`: somebody set another value since; `already`: the field has its old value again. */
  state: "possible" | "changed" | "already";
};

export type Undo = { fields: UndoField[] } & (
  | { possible: true; change: SellerChange }
  /** `created`: the backend can't delete sellers. */
  | { possible: false; because: "created" | "notDone" | "alreadyUndone" | "already" | "changedSince" }
);

/** @param only the entry's fields that the person agreed to; empty for all */
export function undoOf(entry: HistoryEntry, current: Seller, only: readonly EditableField[] = []): Undo {
  if (entry.action === "create") return { possible: false, because: "created", fields: [] };
  if (entry.undoneBy && !entry.undonePartly) return { possible: false, because: "alreadyUndone", fields: [] };
  if (entry.outcome === "failed") return { possible: false, because: "notDone", fields: [] };

  const before = editableOf(entry.before);
  const after = editableOf(entry.after);
  const now = editableOf(current);
  const fields = changedFields(before, after).map((field): UndoField => {
    if (now[field] === after[field]) return { field, state: "possible" };
    return { field, state: now[field] === before[field] ? "already" : "changed" };
  });
  const agreedFields = fields.filter(({ field }) => only.length === 0 || only.includes(field));
  if (agreedFields.some(({ state }) => state === "changed"))
    return { possible: false, because: "changedSince", fields };
  const restored = possibleFields(agreedFields).map((field) => [field, before[field]]);
  if (restored.length > 0) return { possible: true, change: { ...now, ...Object.fromEntries(restored) }, fields };
  const neverHappened = fields.length === 0 || entry.outcome === "unknown";
  return { possible: false, because: neverHappened ? "notDone" : "already", fields };
}

export function possibleFields(fields: readonly UndoField[]): EditableField[] {
  return fields.filter(({ state }) => state === "possible").map(({ field }) => field);
}
