import { changedFields, type EditableField, editableOf } from "./change";
import type { HistoryEntry } from "./history-entry";
import type { Seller, SellerChange } from "./seller";

/** Whether an entry of the history can be taken back, and by which change. */
export type Undo =
  /** `change` is the whole record as it will be, `fields` those that go back to what they were. */
  | { possible: true; change: SellerChange; fields: EditableField[] }
  /** The backend deletes nothing: a created seller can be disabled instead. */
  | { possible: false; because: "created" | "notDone" | "alreadyUndone"; fields: EditableField[] }
  /**
   * The record is no longer as the entry left it: in `fields`. `separable` when none of them is one that the entry
   * changed, so that its own can be taken back alone.
   */
  | { possible: false; because: "changedSince"; fields: EditableField[]; separable: boolean };

/**
 * How to take an entry back from the seller as it is now.
 * @param preserveOthers lets fields that the entry didn't change have been changed since; their values are preserved.
 */
export function undoOf(entry: HistoryEntry, current: Seller, { preserveOthers = false } = {}): Undo {
  if (entry.action === "create") return { possible: false, because: "created", fields: [] };
  if (entry.undoneBy) return { possible: false, because: "alreadyUndone", fields: [] };
  if (entry.outcome === "failed") return { possible: false, because: "notDone", fields: [] };

  const { before, after } = entry;
  const now = editableOf(current);
  const own = changedFields(before, after);
  const neverHappened = entry.outcome === "unknown" && !changedFields(before, now).some((field) => own.includes(field));
  if (own.length === 0 || neverHappened) return { possible: false, because: "notDone", fields: [] };

  const since = changedFields(after, now);
  const separable = !since.some((field) => own.includes(field));
  if (since.length > 0 && !(preserveOthers && separable)) {
    return { possible: false, because: "changedSince", fields: since, separable };
  }
  const restored = editableOf(before);
  return { possible: true, change: { ...now, ...pick(restored, own) }, fields: own };
}

function pick(seller: SellerChange, fields: readonly EditableField[]): Partial<SellerChange> {
  return Object.fromEntries(fields.map((field) => [field, seller[field]]));
}
