import type { SelectQueryBuilder } from "kysely";
import { assertRoom, database, inTransaction, type Tx } from "~/.server/db/database";
import type { Schema } from "~/.server/db/schema";
import { env } from "~/.server/env";
import { historyCutoff } from "~/.server/times";
import { type Alteration, type HistoryEntry, hasValuesAfter, hasValuesBefore } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { toEntry, toRow } from "./change-rows.server";

export async function beginEntry(entry: HistoryEntry): Promise<HistoryEntry> {
  await assertRoom();
  return inTransaction((tx) => upsertEntry(tx, entry));
}

/** A retry, which has the stored entry's id, keeps the first attempt's time, job and author. */
export async function upsertEntry(tx: Tx, entry: HistoryEntry): Promise<HistoryEntry> {
  const row = toRow(entry);
  const { id: _id, at: _at, job_id: _job, sub: _sub, author: _author, folded_author: _folded, ...retriedValues } = row;
  const stored = await tx
    .insertInto("changes")
    .values(row)
    .onConflict((first) => first.column("id").doUpdateSet(retriedValues))
    .returningAll()
    .executeTakeFirstOrThrow();
  const { at, sub, author } = stored;
  return { ...entry, at, by: { sub, ...(author === null ? {} : { name: author }) } };
}

/** Does nothing if the entry was erased. If the entry is an undo, marks the undone changes, too. */
export async function endEntry(entry: HistoryEntry, sellerAfter?: Seller): Promise<void> {
  const row = toRow(entry);
  const { seller_id, seller_name, folded_seller_names, after, changed_fields } = row;
  const { outcome, is_answer_lost, switched_to } = row;
  await inTransaction(async (tx) => {
    const stored = await tx
      .updateTable("changes")
      .set({ seller_id, seller_name, folded_seller_names, after, changed_fields, outcome, is_answer_lost, switched_to })
      .where("id", "=", entry.id)
      .returningAll()
      .executeTakeFirst();
    if (!stored) return;
    if (sellerAfter) await markUndoneChanges(tx, entry, sellerAfter);
  });
}

/** Records that a write has ended without a response. `beginEntry` of a retry resets the mark. */
export async function markAnswerLost(id: string): Promise<void> {
  const update = (await database()).updateTable("changes").set({ is_answer_lost: 1 });
  await update.where("id", "=", id).where("outcome", "=", "unknown").execute();
}

/**
 * An undo can be undone, too. For example, B undid the change A, and C undid B. If D undoes C, then
 * C is marked as undone by D, B as redone, and A as undone by B.
 */
async function markUndoneChanges(tx: Tx, undo: HistoryEntry, seller: Seller): Promise<void> {
  let [undoneBy, id, isRedone] = [undo.id, undo.undoes, false];
  while (id !== undefined) {
    const change = await lockAlteration(tx, id);
    if (!change || (isRedone && !change.undoneBy)) return;
    if (isRedone) await markRedone(tx, change, seller);
    else await markUndone(tx, change, undoneBy, seller);
    [undoneBy, id, isRedone] = [id, change.undoes, !isRedone];
  }
}

/** Doesn't downgrade a complete undo: `seller` may have been read before that undo. */
async function markUndone(tx: Tx, change: Alteration, undoneBy: string, seller: Seller): Promise<void> {
  if (change.undoneBy && !change.undonePartly) return;
  await setUndone(tx, change.id, { undoneBy, isPartly: !hasValuesBefore(change, seller) });
}

/** All of the change's values are back: not undone. Some of them: partly undone. None: undone. */
async function markRedone(tx: Tx, change: Alteration, seller: Seller): Promise<void> {
  const undoneBy = hasValuesAfter(change, seller) ? undefined : change.undoneBy;
  await setUndone(tx, change.id, { undoneBy, isPartly: !hasValuesBefore(change, seller) });
}

/** Locks the row by setting a column to its own value: SQLite has no `SELECT … FOR UPDATE`. */
async function lockAlteration(tx: Tx, id: string): Promise<Alteration | undefined> {
  const update = tx.updateTable("changes").set((eb) => ({ undone_by: eb.ref("undone_by") }));
  const row = await update.where("id", "=", id).where("at", ">", historyCutoff()).returningAll().executeTakeFirst();
  const entry = row && toEntry(row);
  return entry?.action === "create" ? undefined : entry;
}

async function setUndone(tx: Tx, id: string, { undoneBy, isPartly }: { undoneBy?: string; isPartly: boolean }) {
  const set = { undone_by: undoneBy ?? null, is_undone_partly: undoneBy && isPartly ? 1 : 0 } as const;
  await tx.updateTable("changes").set(set).where("id", "=", id).execute();
}

type Changes<Columns> = SelectQueryBuilder<Schema, "changes", Columns>;

/** Leaves out changes older than HISTORY_DAYS, and changes of notes while notes are turned off. */
export function inHistory<Columns>(changes: Changes<Columns>): Changes<Columns> {
  const recent = changes.where("changes.at", ">", historyCutoff());
  return env().SELLER_NOTES === "on" ? recent : recent.where("changes.note_after", "is", null);
}

export async function findEntry(id: string): Promise<HistoryEntry | undefined> {
  const query = (await database()).selectFrom("changes").selectAll().where("id", "=", id).$call(inHistory);
  const row = await query.executeTakeFirst();
  return row && toEntry(row);
}

type ListQuery = { sellerId: string; limit: number; since?: number };

export async function listEntries({ sellerId, limit, since = 0 }: ListQuery) {
  const rows = await (await database())
    .selectFrom("changes")
    .selectAll()
    .where("seller_id", "=", sellerId)
    .where("at", ">=", since)
    .$call(inHistory)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => toEntry(row) ?? []);
}

export async function unknownCreations(sellerName: string) {
  const rows = await (await database())
    .selectFrom("changes")
    .selectAll()
    .where("seller_id", "is", null)
    .where("seller_name", "=", sellerName)
    .where("outcome", "=", "unknown")
    .$call(inHistory)
    .orderBy("at", "desc")
    .limit(20)
    .execute();
  return rows.flatMap((row) => {
    const entry = toEntry(row);
    return entry?.action === "create" ? [entry] : [];
  });
}

/** Returns the last change that enabled or disabled the account. */
export async function lastSwitch(sellerId: string): Promise<HistoryEntry | undefined> {
  const switches = (await database())
    .selectFrom("changes")
    .selectAll()
    .where("seller_id", "=", sellerId)
    .where("switched_to", "is not", null)
    .$call(inHistory);
  const row = await switches.orderBy("at", "desc").limit(1).executeTakeFirst();
  return row && toEntry(row);
}
