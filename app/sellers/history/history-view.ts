import { changedFields } from "~/domain/change";
import type { HistoryEntry } from "~/domain/history-entry";
import { type EditableField, editableFields } from "~/domain/seller-fields";

/** An entry of the history as a page shows it. */
export type HistoryView = ReturnType<typeof historyView>;

export type FieldValue = string | boolean;

/** @param viewer the subject of the person who looks: a job is shown to its owner alone. */
export function historyView(entry: HistoryEntry, viewer: string) {
  const { id, at, action, outcome, sellerId, sellerName, reason, undoes, undoneBy, undonePartly } = entry;
  const jobId = entry.by.sub === viewer ? entry.jobId : undefined;
  const fields = fieldsOf(entry);
  const undoable =
    action !== "create" &&
    outcome !== "failed" &&
    outcome !== "inFlight" &&
    !(undoneBy && !undonePartly) &&
    sellerId !== undefined &&
    fields.length > 0;
  return {
    id,
    at,
    action,
    outcome,
    sellerId,
    sellerName,
    jobId,
    reason,
    /** It took back another one, or was taken back; which ones and in whose job isn't said. */
    isUndo: undoes !== undefined,
    undone: undoneBy !== undefined,
    undonePartly: undonePartly === true,
    who: entry.by.name,
    fields,
    /** Whether „Cofnij” is offered; if it is possible is found out when it is asked for. */
    undoable,
  };
}

/** A creation has no `before`; an empty value is absent. */
function fieldsOf(entry: HistoryEntry): { field: EditableField; before?: FieldValue; after?: FieldValue }[] {
  const { after } = entry;
  if (entry.action !== "create") {
    const { before } = entry;
    return changedFields(before, entry.after).map((field) => ({ field, before: before[field], after: after[field] }));
  }
  const filled = editableFields.filter((field) => after[field] !== undefined && after[field] !== "");
  return filled.map((field) => ({ field, after: after[field] }));
}
