import { changedFields, editableOf } from "./change";
import type { HistoryEntry } from "./history-entry";
import type { Seller, SellerChange } from "./seller";
import type { EditableField } from "./seller-fields";

/** What would become of one of the fields that an entry changed, were it taken back. */
export type UndoField = {
  field: EditableField;
  state: /** It goes back to what it was. */
    | "possible"
    /** Somebody gave it another value since, which stays. */
    | "changed"
    /** It is what it was before. */
    | "already";
};

/** Whether an entry of the history can be taken back, by which change, and each of its fields. */
export type Undo = { fields: UndoField[] } & (
  | /** `change` is the whole record as it will be. */ { possible: true; change: SellerChange }
  | {
      possible: false;
      because: /** The backend deletes nothing: a created seller can be disabled instead. */
      "created" | "notDone" | "alreadyUndone" | "already" | "changedSince";
    }
);

/**
 * How to take an entry back from the seller as it is now. It merges as an edit does: what others changed since stays, and
 * only a field that the entry itself changed stands in the way.
 * @param only those of the entry's fields that the person agreed to; all of them else
 */
export function undoOf(entry: HistoryEntry, current: Seller, only: readonly EditableField[] = []): Undo {
  if (entry.action === "create") return { possible: false, because: "created", fields: [] };
  if (entry.undoneBy && !entry.undonePartly) return { possible: false, because: "alreadyUndone", fields: [] };
  if (entry.outcome === "failed") return { possible: false, because: "notDone", fields: [] };

  const [before, after, now] = [entry.before, entry.after, current].map(editableOf) as [
    SellerChange,
    SellerChange,
    SellerChange,
  ];
  const fields = changedFields(before, after).map((field): UndoField => {
    if (now[field] === after[field]) return { field, state: "possible" };
    return { field, state: now[field] === before[field] ? "already" : "changed" };
  });
  const asked = fields.filter(({ field }) => only.length === 0 || only.includes(field));
  if (asked.some(({ state }) => state === "changed")) return { possible: false, because: "changedSince", fields };
  const restored = asked.filter(({ state }) => state === "possible").map(({ field }) => field);
  if (restored.length > 0) return { possible: true, change: { ...now, ...pick(before, restored) }, fields };
  const neverHappened = fields.length === 0 || entry.outcome === "unknown";
  return { possible: false, because: neverHappened ? "notDone" : "already", fields };
}

/** The fields that can be taken back, whatever is with the others. */
export function possibleFields(fields: readonly UndoField[]): EditableField[] {
  return fields.filter(({ state }) => state === "possible").map(({ field }) => field);
}

function pick(seller: SellerChange, fields: readonly EditableField[]): Partial<SellerChange> {
  return Object.fromEntries(fields.map((field) => [field, seller[field]]));
}
