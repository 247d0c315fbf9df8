import { assertRoom, type Db, database, inTransaction, type Tx } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { env } from "~/.server/env";
import { historyCutoff } from "~/.server/times";
import { uniqueToken } from "~/.server/tokens";
import { editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import { upsertEntry } from "./history-journal.server";
import { newEntry } from "./pending-write.server";
import type { Writer } from "./write-seller.server";

/** `version` is "" without a note. */
export type SellerNote = { text: string; version: string; at?: number };

const noNote: SellerNote = { text: "", version: "" };

export function areNotesOn(): boolean {
  return env().SELLER_NOTES === "on";
}

/** Call only after the backend has shown the seller to this person. */
export async function findNote(sellerId: string): Promise<SellerNote> {
  return areNotesOn() ? readNote(await database(), sellerId) : noNote;
}

async function readNote(db: Db, sellerId: string): Promise<SellerNote> {
  const [note] = await selectNotes(db, [sellerId]).execute();
  return note ? { text: note.text, version: note.version, at: note.at } : noNote;
}

const selectNotes = (db: Db, sellerIds: readonly string[]) =>
  db.selectFrom("notes").selectAll().where("seller_id", "in", sellerIds).where("at", ">", historyCutoff());

/** Call only with sellers that the backend has shown to this person. */
export async function findNotes(sellerIds: readonly string[]): Promise<Record<string, string>> {
  if (sellerIds.length === 0 || !areNotesOn()) return {};
  const notes = await selectNotes(await database(), sellerIds).execute();
  return Object.fromEntries(notes.flatMap(({ seller_id, text }) => (text ? [[seller_id, text]] : [])));
}

/** @returns undefined if the note has this text now, else a newer note, which isn't overwritten */
export async function saveNote(
  { by }: Pick<Writer, "by">,
  seller: Seller,
  text: string,
  editedVersion: string,
): Promise<SellerNote | undefined> {
  const next = { text, version: uniqueToken(), at: Date.now() };
  await assertRoom();
  return inTransaction(async (tx) => {
    const before = await readNote(tx, seller.id);
    if (before.text === text) return undefined;
    if (before.version !== editedVersion || !(await replaceNote(tx, seller.id, before, next))) {
      return readNote(tx, seller.id);
    }
    const values = editableOf(seller);
    const entry = { ...newEntry(by, { changeId: uniqueToken() }), sellerId: seller.id, sellerName: seller.displayName };
    const note = { before: before.text, after: text };
    await upsertEntry(tx, { ...entry, action: "update", outcome: "done", before: values, after: values, note });
    return undefined;
  });
}

/** @returns false if another transaction has replaced the note since it was read (PostgreSQL) */
async function replaceNote(tx: Tx, seller_id: string, { version }: SellerNote, next: Omit<Row<"notes">, "seller_id">) {
  const stored = await tx
    .insertInto("notes")
    .values({ seller_id, ...next })
    .onConflict((conflict) =>
      conflict
        .column("seller_id")
        .doUpdateSet(next)
        // A note older than HISTORY_DAYS counts as deleted.
        .where((eb) => eb.or([eb("notes.version", "=", version), eb("notes.at", "<=", historyCutoff())])),
    )
    .returning("seller_id")
    .executeTakeFirst();
  return stored !== undefined;
}
