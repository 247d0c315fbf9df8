import { type ChangedField, fieldsChangedBy, type HistoryEntry } from "~/domain/history-entry";
import { changedFields } from "~/domain/merge-changes";
import { editableFields } from "~/domain/seller";
import { dayOf } from "~/i18n/format";

export type EntryView = ReturnType<typeof entryView>;

export type FieldValue = string | boolean;

/** Gives `jobId` only to the job's owner, who alone can open its page. @param viewer a subject */
export function entryView(entry: HistoryEntry, viewer: string) {
  const { id, at, action, outcome, sellerId, sellerName, reason, undoes } = entry;
  const undone = undoState(entry);
  const jobId = entry.by.sub === viewer ? entry.jobId : undefined;
  const fields = fieldsOf(entry);
  const isUndoable =
    action !== "create" &&
    outcome !== "failed" &&
    outcome !== "inFlight" &&
    undone !== "undone" &&
    sellerId !== undefined &&
    fields.length > 0 &&
    // An undo writes to the backend, but notes are stored in this app.
    !entry.note;
  return {
    id,
    at,
    action,
    outcome,
    sellerId,
    sellerName,
    jobId,
    reason,
    isUndo: undoes !== undefined,
    undone,
    who: entry.by.name,
    fields,
    isUndoable,
  };
}

function undoState({ undoneBy, undonePartly }: HistoryEntry): "undone" | "undonePartly" | undefined {
  if (!undoneBy) return undefined;
  return undonePartly ? "undonePartly" : "undone";
}

type FieldChange = { field: ChangedField; before?: FieldValue; after?: FieldValue };

function fieldsOf(entry: HistoryEntry): FieldChange[] {
  const { after, note } = entry;
  if (note) return [{ field: "note", ...note }];
  if (entry.action !== "create") {
    const { before } = entry;
    return changedFields(before, entry.after).map((field) => ({ field, before: before[field], after: after[field] }));
  }
  const filled = editableFields.filter((field) => after[field] !== undefined && after[field] !== "");
  return filled.map((field) => ({ field, after: after[field] }));
}

const MAX_ENTRIES_PER_JOB = 20;

type ChangeKind = EntryView["action"] | "undo";

export function kindOfChange({ action, isUndo }: Pick<EntryView, "action" | "isUndo">): ChangeKind {
  return isUndo ? "undo" : action;
}

/** A change, or all changes that one job made on one day. */
export type HistoryRow = {
  key: string;
  /** Newest first, at most MAX_ENTRIES_PER_JOB. */
  entries: EntryView[];
  /** Number of changes; may be larger than `entries.length`. */
  count: number;
  /** `count` may be too low, because further entries weren't read. */
  isCut?: boolean;
  /** Number of done changes by kind. */
  done: Partial<Record<ChangeKind, number>>;
  /** The fields that the done changes set. */
  fields: ChangedField[];
  failed: number;
  unknown: number;
  inFlight: number;
};

/** `day`: in Warsaw, as YYYY-MM-DD. */
export type HistoryDay = { day: string; rows: HistoryRow[] };

const NO_CHANGES = { count: 0, failed: 0, unknown: 0, inFlight: 0 };

export function rowKey({ id, at, jobId }: HistoryEntry): string {
  return jobId === undefined ? id : `${dayOf(at)} ${jobId}`;
}

export function historyDays(entries: readonly HistoryEntry[], viewer: string): HistoryDay[] {
  const days = new Map<string, Map<string, HistoryRow>>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const rows = days.get(day) ?? new Map<string, HistoryRow>();
    days.set(day, rows);
    const key = rowKey(entry);
    const row = rows.get(key) ?? { key, entries: [], done: {}, fields: [], ...NO_CHANGES };
    rows.set(key, row);
    row.count += 1;
    if (entry.outcome === "done") {
      const kind = kindOfChange({ action: entry.action, isUndo: entry.undoes !== undefined });
      row.done[kind] = (row.done[kind] ?? 0) + 1;
      row.fields = [...new Set([...row.fields, ...fieldsChangedBy(entry)])];
    } else {
      row[entry.outcome] += 1;
    }
    if (row.entries.length < MAX_ENTRIES_PER_JOB) row.entries.push(entryView(entry, viewer));
  }
  return [...days].map(([day, rows]) => ({ day, rows: [...rows.values()] }));
}
