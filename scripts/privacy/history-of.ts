import type { SelectQueryBuilder } from "kysely";
import { database } from "../../app/.server/db/database";
import type { Schema } from "../../app/.server/db/schema";
import type { HistoryEntry } from "../../app/domain/history-entry";
import { toEntry } from "../../app/sellers/write/change-rows.server";

/*
 * Reads and erases the stored changes of a user or seller, also those that HISTORY_DAYS already
 * hides. Every function throws DatabaseUnavailable.
 */

/** The number of changes that are read or erased at once. */
const STEP = 100;
/** The `sub` of an erased author. Nobody has an empty one, because the sign-in refuses it. */
const ERASED = "";

type Changes = SelectQueryBuilder<Schema, "changes", object>;

async function changesWhere(isWanted: (changes: Changes) => Changes): Promise<HistoryEntry[]> {
  const db = await database();
  const entries: HistoryEntry[] = [];
  for (let after = { at: 0, id: "" }; ; ) {
    const rows = await isWanted(db.selectFrom("changes"))
      .where((eb) => eb(eb.refTuple("at", "id"), ">", eb.tuple(after.at, after.id)))
      .selectAll()
      .orderBy("at")
      .orderBy("id")
      .limit(STEP)
      .execute();
    entries.push(...rows.flatMap((row) => toEntry(row) ?? []));
    const last = rows.at(-1);
    if (!last) return entries;
    after = last;
  }
}

export function changesBy(sub: string): Promise<HistoryEntry[]> {
  return changesWhere((changes) => changes.where("sub", "=", sub));
}

/** A failed addition has no seller's id, so it is found by its e-mail address. */
export async function changesOf(sellerId: string): Promise<HistoryEntry[]> {
  const own = await changesWhere((changes) => changes.where("seller_id", "=", sellerId));
  const addresses = new Set(own.flatMap(addressesOf));
  const failed = await changesWhere((changes) => changes.where("seller_id", "is", null));
  return [...own, ...failed.filter((entry) => addressesOf(entry).some((one) => addresses.has(one)))];
}

function addressesOf(entry: HistoryEntry): string[] {
  const recorded = entry.action === "create" ? [entry.after] : [entry.before, entry.after];
  return recorded.map(({ email }) => email.toLowerCase());
}

/** Erases an author from changes, which stay in their sellers' history. @returns their number */
export async function eraseAuthor(sub: string): Promise<number> {
  const db = await database();
  for (let erased = 0; ; ) {
    const some = db.selectFrom("changes").select("id").where("sub", "=", sub).limit(STEP);
    const update = db.updateTable("changes").set({ sub: ERASED, author: null, folded_author: "" });
    const { numUpdatedRows } = await update.where("id", "in", some).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return erased;
    erased += Number(numUpdatedRows);
  }
}

export async function eraseChanges(changes: readonly HistoryEntry[]): Promise<number> {
  const db = await database();
  for (let at = 0; at < changes.length; at += STEP) {
    const ids = changes.slice(at, at + STEP).map(({ id }) => id);
    await db.deleteFrom("changes").where("id", "in", ids).execute();
  }
  return changes.length;
}
