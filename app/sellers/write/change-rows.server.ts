import type { NewRow, Row } from "~/.server/db/schema";
import { warnUnreadable } from "~/.server/db/seal";
import {
  type EntryBase,
  fieldsChangedBy,
  type HistoryEntry,
  newAccountState,
  recordedNames,
} from "~/domain/history-entry";
import { fold } from "~/domain/search";
import { storedChangeSchema } from "~/domain/seller-schema";

/** PostgreSQL rejects NUL characters in text. In JSON columns `JSON.stringify` escapes them. */
const withoutNul = (text: string) => text.replaceAll("\0", "");

export function toRow(entry: HistoryEntry): NewRow<"changes"> {
  const { id, at, by, sellerId, sellerName, action, outcome, requestId, jobId, note, reason } = entry;
  const isNowEnabled = newAccountState(entry);
  return {
    id,
    at,
    sub: by.sub,
    author: by.name ?? null,
    folded_author: fold(by.name ?? ""),
    seller_id: sellerId ?? null,
    seller_name: withoutNul(sellerName),
    folded_seller_names: fold(withoutNul(recordedNames(entry).join("\n"))),
    action,
    // "inFlight" isn't stored: `markInFlight` computes it for each page.
    outcome: outcome === "inFlight" ? "unknown" : outcome,
    is_answer_lost: entry.answerLost ? 1 : 0,
    request_id: requestId,
    job_id: jobId ?? null,
    before: action === "create" ? null : JSON.stringify(entry.before),
    after: JSON.stringify(entry.after),
    changed_fields: `,${fieldsChangedBy(entry).join(",")},`,
    switched_to: isNowEnabled === undefined ? null : isNowEnabled ? 1 : 0,
    note_before: note?.before ?? null,
    note_after: note?.after ?? null,
    reason: reason ?? null,
    undoes: entry.undoes ?? null,
    undone_by: entry.undoneBy ?? null,
    is_undone_partly: entry.undonePartly ? 1 : 0,
  };
}

/** A new account's status is unknown until the backend returns the seller. */
const creationSchema = storedChangeSchema.partial({ accountEnabled: true });

/** @returns undefined for a row in another format, which another version of the app stored */
export function toEntry(row: Row<"changes">): HistoryEntry | undefined {
  try {
    const after: unknown = JSON.parse(row.after);
    const { action } = row;
    if (action === "create") return { ...factsOf(row), action, after: creationSchema.parse(after) };
    const before = storedChangeSchema.parse(JSON.parse(row.before ?? ""));
    return { ...factsOf(row), action, before, after: storedChangeSchema.parse(after) };
  } catch {
    warnUnreadable("change");
    return undefined;
  }
}

function factsOf(row: Row<"changes">): EntryBase {
  const { note_before, note_after, undone_by } = row;
  const facts: EntryBase = {
    id: row.id,
    at: row.at,
    by: { sub: row.sub, ...(row.author === null ? {} : { name: row.author }) },
    sellerName: row.seller_name,
    outcome: row.outcome,
    requestId: row.request_id,
  };
  if (row.seller_id !== null) facts.sellerId = row.seller_id;
  if (row.is_answer_lost) facts.answerLost = true;
  if (row.job_id !== null) facts.jobId = row.job_id;
  if (note_before !== null && note_after !== null) facts.note = { before: note_before, after: note_after };
  if (row.reason !== null) facts.reason = row.reason;
  if (row.undoes !== null) facts.undoes = row.undoes;
  if (undone_by !== null) {
    facts.undoneBy = undone_by;
    facts.undonePartly = row.is_undone_partly === 1;
  }
  return facts;
}
