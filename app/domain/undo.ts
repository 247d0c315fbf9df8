import type { HistoryEntry } from "./history-entry";
import { changedFields, editableOf } from "./merge-changes";
import type { EditableField, Seller, SellerChange } from "./seller";

export type UndoField = {
  field: EditableField;
  /** `changed`: somebody has set a third value; `restored`: the field has its old value. */
  state: "possible" | "changed" | "restored";
};

export type Undo = { fields: UndoField[] } & (
  | { possible: true; change: SellerChange }
  /** `created`: the backend can't delete sellers. `notDone`: the change was never made. */
  | { possible: false; obstacle: "created" | "notDone" | "alreadyUndone" | "restored" | "changedSince" }
);

/** @param agreed the fields that the person agreed to undo; empty means all */
export function undoOf(entry: HistoryEntry, current: Seller, agreed: readonly EditableField[] = []): Undo {
  if (entry.action === "create") return { possible: false, obstacle: "created", fields: [] };
  if (entry.undoneBy && !entry.undonePartly) return { possible: false, obstacle: "alreadyUndone", fields: [] };
  if (entry.outcome === "failed") return { possible: false, obstacle: "notDone", fields: [] };

  const before = editableOf(entry.before);
  const after = editableOf(entry.after);
  const now = editableOf(current);
  const fields = changedFields(before, after).map((field): UndoField => {
    if (now[field] === after[field]) return { field, state: "possible" };
    return { field, state: now[field] === before[field] ? "restored" : "changed" };
  });
  const agreedFields = fields.filter(({ field }) => agreed.length === 0 || agreed.includes(field));
  if (agreedFields.some(({ state }) => state === "changed"))
    return { possible: false, obstacle: "changedSince", fields };
  const oldValues = undoableFields(agreedFields).map((field) => [field, before[field]]);
  if (oldValues.length > 0) return { possible: true, change: { ...now, ...Object.fromEntries(oldValues) }, fields };
  // If the seller has the old values, a write of unknown outcome was probably never done.
  const neverHappened = fields.length === 0 || entry.outcome === "unknown";
  return { possible: false, obstacle: neverHappened ? "notDone" : "restored", fields };
}

export function undoableFields(fields: readonly UndoField[]): EditableField[] {
  return fields.filter(({ state }) => state === "possible").map(({ field }) => field);
}
